/** The events of a stream until one of them holds, each as its name and data. */
export async function eventsUntil(
  response: Response,
  isLast: (event: string, data: unknown) => boolean,
): Promise<[string, unknown][]> {
  const events: [string, unknown][] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const event = /^event: (.*)$/m.exec(frame)?.[1] ?? "";
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? "null");
      events.push([event, data]);
      if (isLast(event, data)) return events;
    }
  }
  return events;
}
