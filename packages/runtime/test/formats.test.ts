import { expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import { formats } from "../src/validation/index.ts";

function conforms(format: keyof typeof formats, value: string | number): boolean {
  const check = formats[format];
  if (check instanceof RegExp) return check.test(String(value));
  if (typeof check === "function") return check(String(value));
  return check.validate(Number(value));
}

const examples: {
  [format in keyof typeof formats]: { good: (string | number)[]; bad: (string | number)[] };
} = {
  date: {
    good: ["2024-02-29", "2000-02-29", "2023-12-31"],
    bad: [
      "2023-02-29",
      "1900-02-29",
      "2023-13-01",
      "2023-04-31",
      "2023-1-01",
      "2023-00-10",
      "2023-01-00",
    ],
  },
  time: {
    good: ["10:00:00Z", "23:59:59.123456789+05:30", "23:59:60Z", "00:59:60+01:00"],
    bad: ["10:00:00", "24:00:00Z", "10:60:00Z", "10:00:60Z", "10:00:00+24:00", "10:00Z"],
  },
  "date-time": {
    good: ["2024-02-29T10:00:00Z", "2024-01-01t10:00:00.5z", "2024-01-01T10:00:00-00:00"],
    bad: ["2024-01-01", "2024-01-01 10:00:00Z", "2023-02-29T10:00:00Z", "2024-01-01T10:00:00"],
  },
  duration: {
    good: ["P1Y", "P1Y2M3DT4H5M6S", "PT0S", "P4W", "P1M2D", "PT1M2S", "P1DT12H", "P01D"],
    bad: ["P", "PT", "P1", "1Y", "P1D2Y", "P1WT1S", "P1Y2D", "PT1H2S", "P1YT", "PT0.5S", "-P1D"],
  },
  email: {
    good: [
      "a@b",
      "first.last+tag@example.com",
      "a@[127.0.0.1]",
      "a@[IPv6:::1]",
      `${"a".repeat(64)}@b`,
      `"a b"@c`,
      `"a..b@c"@d`,
      `""@a`,
      String.raw`"\"\\"@a`,
      "a@c--n.com",
    ],
    bad: [
      "a",
      "@b",
      "a@",
      "a..b@c",
      ".a@b",
      "a@-b",
      "a b@c",
      "a@[1.2.3]",
      `${"a".repeat(65)}@b`,
      `"a"b@c`,
      `"a@b`,
      `a"@b`,
      `"é"@b`,
      `"a\n"@b`,
      "a@b@c",
      "a@b.",
      "a@[tag:x]",
      "a@b\n",
      "é@b",
    ],
  },
  "idn-email": {
    good: ["用户@例え.jp", "δοκιμή@example.com", `"δ δ"@example.com`, "a@xn--r8jz45g.jp"],
    bad: ["用户", "a b@c", "2962", "用户@例え。jp", `${"é".repeat(33)}@b`, "\ud800@b", "δ..δ@b"],
  },
  hostname: {
    good: [
      "localhost",
      "a.b-c.example",
      "r3---sn.example",
      "1.2",
      "xn--4gbwdl.xn--wgbh1c",
      "XN--R8JZ45G.jp",
    ],
    bad: [
      "",
      "-a",
      "a-",
      "a..b",
      "a_b",
      `${"a".repeat(64)}.b`,
      `${"a.".repeat(126)}ab`,
      "é.fr",
      "a.",
      // Punycode of nothing, of letters of ASCII, of what no label may have, of what ends too early.
      "xn--X",
      "xn--a-",
      "xn--aa---o47jg78q",
      "xn--hello-zed",
      "xn--al-0ea",
      "xn--99999999",
    ],
  },
  "idn-hostname": {
    good: [
      "例え.jp",
      "a.example",
      "실례。테스트",
      "Bücher．example",
      "Bu\u0308cher",
      "faß.de",
      "l·l",
      "α\u0375β",
      "א\u05f3ב",
      "・ァ",
      "\u0628\u0660\u0628",
      "\u06f00",
      "\u0915\u094d\u200d\u0937",
      "\u0628\u064a\u200c\u0628\u064a",
      "xn--ihqwcrb4cv8a8dqg056pqjye",
      "Ꭰ",
      "例え.1",
      `${"π".repeat(50)}.com`,
    ],
    bad: [
      "",
      "-a",
      "a b",
      "-> $1.00 <--",
      "例え.",
      "。",
      "☃.com",
      "😀.com",
      "ab--cd",
      "ａ",
      "\u0300a",
      "실\u302e례",
      "\u0640\u07fa",
      "a·l",
      "·l",
      "α\u0375s",
      "a\u05f3ב",
      "def・abc",
      "\u0628\u0660\u06f0",
      "\u0915\u200d\u0937",
      "a\u200cb",
      // Directions that are mixed.
      "אa.com",
      "1א.com",
      "xn--X",
      "xn--é",
      "\ud800",
      `${"π".repeat(70)}.com`,
      `${"π.".repeat(60)}com`,
    ],
  },
  ipv4: {
    good: ["127.0.0.1", "255.255.255.255"],
    bad: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"],
  },
  ipv6: {
    good: ["::", "::1", "1:2:3:4:5:6:7:8", "2001:db8::1", "::ffff:192.0.2.1", "1::8"],
    bad: [
      "1:2:3:4:5:6:7",
      "1::2::3",
      "12345::",
      ":1",
      "1:2:3:4:5:6:7::8",
      "::1%eth0",
      "::1.2.3.4:5",
    ],
  },
  uri: {
    good: [
      "https://a.example:80/b?c=d#e",
      "urn:isbn:0451450523",
      "mailto:a@b",
      "http://[::1]/",
      "file:///a",
    ],
    bad: [
      "/a",
      "a",
      "http://a b",
      "http://a/%zz",
      "http://[1]/",
      "1a:b",
      "http://a/[b]",
      "http://a/é",
    ],
  },
  "uri-reference": {
    good: ["/a", "a?b#c", "", "//host/a", "https://a.example"],
    bad: ["a b", "\\a", "1:a", "a#b#c"],
  },
  iri: {
    good: [
      "https://例え.jp/é",
      "http://[V1.fe]/é",
      "urn:é",
      "http://a/?q=\ue000",
      "http://é@a:80/",
    ],
    bad: [
      "/é",
      "é",
      "https://a b",
      "http://2001:0db8:85a3:0000:0000:8a2e:0370:7334",
      "http://[::ffff:192.168.0.01]",
      "http://a/\ue000",
      "http://a/\ud800",
      "http://a/\ufdd0",
      "http://a/é\\",
      "http://a/%zé",
      "http://a/\n",
    ],
  },
  "iri-reference": { good: ["/é", "#é", ""], bad: ["/ é", "\\\\é", "#é\\", "#\ue000"] },
  "uri-template": {
    good: [
      "/a/{b}",
      "/a{?b,c*}",
      "/a{+b:3}",
      "",
      "a%41b",
      "{a.b}",
      "{%41}",
      "{v:1000}",
      "a'b",
      "é\ue000",
    ],
    bad: [
      "/a/{b",
      "/a/b}",
      "/a/{}",
      "{a,,b}",
      "{a,}",
      "{v:0}",
      "{v:10000}",
      "{a..b}",
      "{%4}",
      "{a=b}",
      "{a b}",
      "a%",
      "%{a}41",
      "a b",
      "{{a}}",
      "a\x7f",
    ],
  },
  uuid: {
    good: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    bad: [
      "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
      "2eb8aa08aa9811eab4aa73b441d16380",
      "zeb8aa08-aa98-11ea-b4aa-73b441d16380",
    ],
  },
  "json-pointer": { good: ["", "/", "/a~1b/~0"], bad: ["a", "/a~2", "#/a"] },
  "relative-json-pointer": {
    good: ["0", "1/a", "0#", "0-1/a", "2+10"],
    bad: ["/a", "01/a", "-1", "0##", "1a", "0-1#", "0+/a", ""],
  },
  // Which properties of Unicode there are is not looked at, as that takes long.
  regex: {
    good: ["^a+$", "", "[\\p{L}\\P{Script=Greek}]", "\\p{Any_Name}", "^[\\w-.]+$", "a{,2}", "\\_"],
    bad: ["(", "[", "\\", "\\p{", "\\\\\\p", "^a\\Z", "\\a", "[b-a]"],
  },
  byte: { good: ["", "QQ==", "QUI=", "QUJD"], bad: ["Q", "QQ=", "QQ==QQ==", "Q Q=", "Q==="] },
  binary: { good: ["", "\0"], bad: [] },
  password: { good: [""], bad: [] },
  int32: { good: [0, 2 ** 31 - 1, -(2 ** 31)], bad: [2 ** 31, 1.5] },
  int64: { good: [0, 2 ** 53 - 1, -(2 ** 53) + 1], bad: [2 ** 53, -(2 ** 63), 1.5] },
  float: { good: [0, 1.5], bad: [Infinity] },
  double: { good: [0, 1.5], bad: [Number.NaN] },
};

const names = Object.keys(examples) as (keyof typeof formats)[];

test.each(names.flatMap((name) => examples[name].good.map((value) => [name, value] as const)))(
  "the format %s takes %j",
  (format, value) => {
    expect(conforms(format, value)).toBe(true);
  },
);

test.each(names.flatMap((name) => examples[name].bad.map((value) => [name, value] as const)))(
  "the format %s refuses %j",
  (format, value) => {
    expect(conforms(format, value)).toBe(false);
  },
);

test.each(Object.keys(formats) as (keyof typeof formats)[])(
  "checking the format %s is work in proportion to a text, however hostile",
  (format) => {
    const check = (length: number): void => {
      for (const piece of 'a 1 a. - / % 1: A@ [ {a} {a.b, P1 xn-- é é. 例え。 \\ \\p{L} "a ~0 \u200c'.split(
        " ",
      ))
        conforms(format, `${piece.repeat(length)}!`);
    };
    expect(growthOfWork(check, 5000, 8)).toBeLessThan(32);
  },
);
