// What users of Dredd write for most services. It cannot cause refusals by itself, and takes a charset for another media type.
const { beforeEach, beforeEachValidation } = require("hooks");

beforeEach((transaction) => {
  transaction.skip = !transaction.expected.statusCode.startsWith("2");
});

beforeEachValidation(({ real }) => {
  const type = real.headers["content-type"];
  if (type !== undefined) real.headers["content-type"] = type.split(";")[0];
});
