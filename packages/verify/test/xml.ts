/** An element of XML. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const attribute = /\s+([\w.:-]+)="([^<"]*)"/y;
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Parses XML 1.0 without document types, comments and sections, as strictly as it is written.
 *
 * @throws {SyntaxError} when it is not well-formed
 */
export function parseXml(xml: string): XmlElement {
  const bad = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(xml);
  if (bad !== null) throw new SyntaxError(`no character of XML at ${bad.index}`);
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let at = xml.startsWith("<?xml ") ? xml.indexOf("?>") + 2 : 0;
  while (at < xml.length) {
    const inner = open.at(-1) ?? root;
    if (xml[at] !== "<") {
      const end = xml.indexOf("<", at);
      inner.text += unescaped(xml.slice(at, end < 0 ? xml.length : end));
      at = end < 0 ? xml.length : end;
      continue;
    }
    const [tag = "", slash = "", name = ""] = /^<(\/?)([A-Za-z][\w.:-]*)/.exec(xml.slice(at)) ?? [];
    if (tag === "") throw new SyntaxError(`no tag: ${xml.slice(at, at + 20)}`);
    at += tag.length;
    if (slash === "/") {
      if (open.pop()?.name !== name || xml[at] !== ">") throw new SyntaxError(`</${name}>`);
      at += 1;
      continue;
    }
    const element: XmlElement = { name, attributes: {}, children: [], text: "" };
    for (attribute.lastIndex = at; ;) {
      const found = attribute.exec(xml);
      if (found === null) break;
      Object.assign(element.attributes, { [found[1] ?? ""]: unescaped(found[2] ?? "") });
      at = attribute.lastIndex;
    }
    inner.children.push(element);
    const [end = ""] = /^\s*\/?>/.exec(xml.slice(at)) ?? [];
    if (end === "") throw new SyntaxError(`<${name}: ${xml.slice(at, at + 20)}`);
    at += end.length;
    if (!end.includes("/")) open.push(element);
  }
  const [first] = root.children;
  if (open.length !== 1 || first === undefined || root.children.length !== 1)
    throw new SyntaxError("not one element");
  return first;
}

function unescaped(text: string): string {
  if (/[<>]/.test(text)) throw new SyntaxError(`unescaped: ${text}`);
  return text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const sign = entities[name ?? ""];
    if (sign === undefined) throw new SyntaxError(`no entity: ${whole}`);
    return sign;
  });
}
