/** A file as the value of a binary or text body. */
export interface SampleFile {
  readonly text: string;
  readonly mediaType: string;
}

const texts: Readonly<Record<string, string>> = {
  "application/xml": "<example/>",
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "text/css": "body {}",
  "text/csv": "id,name\n1,example\n",
  "text/html": "<!doctype html><title>Example</title>",
  "text/markdown": "# Example",
  "text/xml": "<example/>",
};

/** Returns a small text file of a media type; its text is `An example.` for types without a known text. */
export function sampleFile(mediaType: string): SampleFile {
  const [essence = ""] = mediaType.toLowerCase().split(";");
  const known = Object.hasOwn(texts, essence.trim()) ? texts[essence.trim()] : undefined;
  const text = known ?? (essence.endsWith("+xml") ? "<example/>" : "An example.");
  return { text, mediaType };
}
