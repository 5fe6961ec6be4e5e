// generated from openapi/merchantpay.v1.yaml by `npm run generate`; do not edit
// @ts-nocheck
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// node_modules/ajv-formats/dist/formats.js
var require_formats = __commonJS({
  "node_modules/ajv-formats/dist/formats.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
    function fmtDef(validate70, compare) {
      return { validate: validate70, compare };
    }
    exports.fullFormats = {
      // date: http://tools.ietf.org/html/rfc3339#section-5.6
      date: fmtDef(date, compareDate),
      // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
      time: fmtDef(getTime(true), compareTime),
      "date-time": fmtDef(getDateTime(true), compareDateTime),
      "iso-time": fmtDef(getTime(), compareIsoTime),
      "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
      // duration: https://tools.ietf.org/html/rfc3339#appendix-A
      duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
      uri,
      "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
      // uri-template: https://tools.ietf.org/html/rfc6570
      "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
      // For the source: https://gist.github.com/dperini/729294
      // For test cases: https://mathiasbynens.be/demo/url-regex
      url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
      email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
      hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
      // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
      ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
      ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
      regex,
      // uuid: http://tools.ietf.org/html/rfc4122
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      // JSON-pointer: https://tools.ietf.org/html/rfc6901
      // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
      "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
      // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
      "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
      // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
      // byte: https://github.com/miguelmota/is-base64
      byte,
      // signed 32 bit integer
      int32: { type: "number", validate: validateInt32 },
      // signed 64 bit integer
      int64: { type: "number", validate: validateInt64 },
      // C-type float
      float: { type: "number", validate: validateNumber },
      // C-type double
      double: { type: "number", validate: validateNumber },
      // hint to the UI to hide input strings
      password: true,
      // unchecked string payload
      binary: true
    };
    exports.fastFormats = {
      ...exports.fullFormats,
      date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
      time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
      "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
      "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
      "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
      // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
      uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
      "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
      // email (sources from jsen validator):
      // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
      // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
      email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
    };
    exports.formatNames = Object.keys(exports.fullFormats);
    function isLeapYear(year) {
      return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    }
    var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
    var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    function date(str) {
      const matches = DATE.exec(str);
      if (!matches)
        return false;
      const year = +matches[1];
      const month = +matches[2];
      const day = +matches[3];
      return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
    }
    function compareDate(d1, d2) {
      if (!(d1 && d2))
        return void 0;
      if (d1 > d2)
        return 1;
      if (d1 < d2)
        return -1;
      return 0;
    }
    var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
    function getTime(strictTimeZone) {
      return function time(str) {
        const matches = TIME.exec(str);
        if (!matches)
          return false;
        const hr = +matches[1];
        const min = +matches[2];
        const sec = +matches[3];
        const tz = matches[4];
        const tzSign = matches[5] === "-" ? -1 : 1;
        const tzH = +(matches[6] || 0);
        const tzM = +(matches[7] || 0);
        if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
          return false;
        if (hr <= 23 && min <= 59 && sec < 60)
          return true;
        const utcMin = min - tzM * tzSign;
        const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
        return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
      };
    }
    function compareTime(s1, s2) {
      if (!(s1 && s2))
        return void 0;
      const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
      const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
      if (!(t1 && t2))
        return void 0;
      return t1 - t2;
    }
    function compareIsoTime(t1, t2) {
      if (!(t1 && t2))
        return void 0;
      const a1 = TIME.exec(t1);
      const a2 = TIME.exec(t2);
      if (!(a1 && a2))
        return void 0;
      t1 = a1[1] + a1[2] + a1[3];
      t2 = a2[1] + a2[2] + a2[3];
      if (t1 > t2)
        return 1;
      if (t1 < t2)
        return -1;
      return 0;
    }
    var DATE_TIME_SEPARATOR = /t|\s/i;
    function getDateTime(strictTimeZone) {
      const time = getTime(strictTimeZone);
      return function date_time(str) {
        const dateTime = str.split(DATE_TIME_SEPARATOR);
        return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
      };
    }
    function compareDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const d1 = new Date(dt1).valueOf();
      const d2 = new Date(dt2).valueOf();
      if (!(d1 && d2))
        return void 0;
      return d1 - d2;
    }
    function compareIsoDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
      const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
      const res = compareDate(d1, d2);
      if (res === void 0)
        return void 0;
      return res || compareTime(t1, t2);
    }
    var NOT_URI_FRAGMENT = /\/|:/;
    var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
    function uri(str) {
      return NOT_URI_FRAGMENT.test(str) && URI.test(str);
    }
    var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
    function byte(str) {
      BYTE.lastIndex = 0;
      return BYTE.test(str);
    }
    var MIN_INT32 = -(2 ** 31);
    var MAX_INT32 = 2 ** 31 - 1;
    function validateInt32(value) {
      return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
    }
    function validateInt64(value) {
      return Number.isInteger(value);
    }
    function validateNumber() {
      return true;
    }
    var Z_ANCHOR = /[^\\]\\Z/;
    function regex(str) {
      if (Z_ANCHOR.test(str))
        return false;
      try {
        new RegExp(str);
        return true;
      } catch (e) {
        return false;
      }
    }
  }
});

// check:createOrder_parameters
var validate = validate0;
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate0.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.traceparent !== void 0) {
          let data1 = data0.traceparent;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/traceparent", schemaPath: "#/properties/headers/properties/traceparent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["traceparent"] = coerced0;
              }
            }
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  }
  validate0.errors = vErrors;
  return errors === 0;
}
validate0.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createOrder_body
var validate2 = validate02;
var schema3 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "x-error": "unsupported currency" };
var schema4 = { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" };
var formats0 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern0 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
var pattern3 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
var pattern5 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
var func0 = require_ucs2length().default;
var pattern1 = new RegExp("^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$", "u");
var pattern2 = new RegExp("^[A-Z]{3}$", "u");
function validate1(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate1.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.amount === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.currency === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.amount !== void 0) {
      let data0 = data.amount;
      if (typeof data0 === "string") {
        if (func0(data0) > 19) {
          const err2 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/maxLength", keyword: "maxLength", params: { limit: 19 }, message: "must NOT have more than 19 characters" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (!pattern1.test(data0)) {
          const err3 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$"' };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (!formats0.test(data0)) {
          const err4 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.currency !== void 0) {
      let data1 = data.currency;
      if (typeof data1 === "string") {
        if (!pattern2.test(data1)) {
          const err6 = { instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/PriceCurrency/pattern", keyword: "pattern", params: { pattern: "^[A-Z]{3}$" }, message: 'must match pattern "^[A-Z]{3}$"' };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/PriceCurrency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate1.errors = vErrors;
  return errors === 0;
}
validate1.evaluated = { "props": { "amount": true, "currency": true }, "dynamicProps": false, "dynamicItems": false };
function validate02(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate02.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.tolerance_percent === void 0) {
          data0.tolerance_percent = 0.01;
        }
        if (data0.currency === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.network === void 0) {
          const err2 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.amount !== void 0) {
          let data1 = data0.amount;
          if (typeof data1 === "string") {
            if (!pattern0.test(data1)) {
              const err3 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (!formats0.test(data1)) {
              const err4 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          } else {
            const err5 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        if (data0.price !== void 0) {
          if (!validate1(data0.price, { instancePath: instancePath + "/body/price", parentData: data0, parentDataProperty: "price", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
            errors = vErrors.length;
          }
        }
        if (data0.currency !== void 0) {
          let data3 = data0.currency;
          if (typeof data3 !== "string") {
            const err6 = { instancePath: instancePath + "/body/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
          if (!(data3 === "USDT")) {
            const err7 = { instancePath: instancePath + "/body/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema3.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.network !== void 0) {
          let data4 = data0.network;
          if (typeof data4 !== "string") {
            const err8 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data4 === "TRC20" || data4 === "ERC20" || data4 === "BEP20")) {
            const err9 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/enum", keyword: "enum", params: { allowedValues: schema4.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.description !== void 0) {
          let data5 = data0.description;
          if (typeof data5 === "string") {
            if (func0(data5) > 500) {
              const err10 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data0.metadata !== void 0) {
          let data6 = data0.metadata;
          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
          } else {
            const err12 = { instancePath: instancePath + "/body/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.return_url !== void 0) {
          let data7 = data0.return_url;
          if (typeof data7 === "string") {
            if (func0(data7) > 2048) {
              const err13 = { instancePath: instancePath + "/body/return_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
            if (!pattern3.test(data7)) {
              const err14 = { instancePath: instancePath + "/body/return_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/body/return_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data0.webhook_url !== void 0) {
          let data8 = data0.webhook_url;
          if (typeof data8 === "string") {
            if (func0(data8) > 2048) {
              const err16 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
            if (!pattern3.test(data8)) {
              const err17 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
          } else {
            const err18 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err18];
            } else {
              vErrors.push(err18);
            }
            errors++;
          }
        }
        if (data0.idempotency_key !== void 0) {
          let data9 = data0.idempotency_key;
          if (typeof data9 === "string") {
            if (!pattern5.test(data9)) {
              const err19 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
          } else {
            const err20 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
        }
        let data10 = data0.tolerance_percent;
        if (typeof data10 == "number" && isFinite(data10)) {
          if (data10 > 0.5 || isNaN(data10)) {
            const err21 = { instancePath: instancePath + "/body/tolerance_percent", schemaPath: "#/properties/body/properties/tolerance_percent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 0.5 }, message: "must be <= 0.5" };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
          if (data10 < 0 || isNaN(data10)) {
            const err22 = { instancePath: instancePath + "/body/tolerance_percent", schemaPath: "#/properties/body/properties/tolerance_percent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        } else {
          const err23 = { instancePath: instancePath + "/body/tolerance_percent", schemaPath: "#/properties/body/properties/tolerance_percent/type", keyword: "type", params: { type: "number" }, message: "must be number" };
          if (vErrors === null) {
            vErrors = [err23];
          } else {
            vErrors.push(err23);
          }
          errors++;
        }
      } else {
        const err24 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
    }
  }
  validate02.errors = vErrors;
  return errors === 0;
}
validate02.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listOrders_parameters
var validate3 = validate32;
var schema32 = { "paths": {}, "components": { "parameters": { "Limit": { "name": "limit", "in": "query", "description": "Rows per page.", "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "x-error": "invalid limit", "example": 20, "style": "form", "explode": true }, "Offset": { "name": "offset", "in": "query", "description": "Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads\nfurther. Not together with `cursor`.\n", "schema": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "x-error": "invalid offset", "example": 0, "style": "form", "explode": true }, "Cursor": { "name": "cursor", "in": "query", "description": "The beginning of the page, from `next` of another page.", "schema": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "example": "MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q", "style": "form", "explode": true }, "CreatedFrom": { "name": "created_from", "in": "query", "allowReserved": true, "description": "Created at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "CreatedTo": { "name": "created_to", "in": "query", "allowReserved": true, "description": "Created before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true }, "UpdatedFrom": { "name": "updated_from", "in": "query", "allowReserved": true, "description": "Last changed at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "UpdatedTo": { "name": "updated_to", "in": "query", "allowReserved": true, "description": "Last changed before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true } }, "schemas": { "OrderNumber": { "type": "string", "pattern": "^ord_[0-9A-HJKMNP-TV-Z]{12}$", "description": "Human-readable id, in Crockford base32." }, "Network": { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" }, "TimeBound": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "required": ["query", "headers", "params"], "properties": { "query": { "type": "object", "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "offset": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "cursor": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "status": { "type": "string", "enum": ["PENDING", "OPEN", "PENDING_CONFIRM", "CONFIRMING", "PAID", "EXPIRED", "EXPIRED_PAID", "UNDERPAID", "FROZEN"] }, "order_number": { "type": "string", "pattern": "^ord_[0-9A-HJKMNP-TV-Z]{12}$", "description": "Human-readable id, in Crockford base32." }, "network": { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" }, "created_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "created_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "updated_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "updated_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "paid_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "paid_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "headers": {}, "params": {}, "cookies": {}, "body": {} } };
var pattern22 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern02 = new RegExp("^ord_[0-9A-HJKMNP-TV-Z]{12}$", "u");
var pattern12 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var formats02 = require_formats().fullFormats["date-time"];
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern22.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
        if (data0.status !== void 0) {
          let data4 = data0.status;
          if (typeof data4 !== "string") {
            let dataType3 = typeof data4;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data4;
              } else if (data4 === null) {
                coerced3 = "";
              } else {
                const err11 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data4 = coerced3;
              if (data0 !== void 0) {
                data0["status"] = coerced3;
              }
            }
          }
          if (!(data4 === "PENDING" || data4 === "OPEN" || data4 === "PENDING_CONFIRM" || data4 === "CONFIRMING" || data4 === "PAID" || data4 === "EXPIRED" || data4 === "EXPIRED_PAID" || data4 === "UNDERPAID" || data4 === "FROZEN")) {
            const err12 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/enum", keyword: "enum", params: { allowedValues: schema32.properties.query.properties.status.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.order_number !== void 0) {
          let data5 = data0.order_number;
          if (typeof data5 !== "string") {
            let dataType4 = typeof data5;
            let coerced4 = void 0;
            if (!(coerced4 !== void 0)) {
              if (dataType4 == "number" || dataType4 == "boolean") {
                coerced4 = "" + data5;
              } else if (data5 === null) {
                coerced4 = "";
              } else {
                const err13 = { instancePath: instancePath + "/query/order_number", schemaPath: "#/properties/query/properties/order_number/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
            }
            if (coerced4 !== void 0) {
              data5 = coerced4;
              if (data0 !== void 0) {
                data0["order_number"] = coerced4;
              }
            }
          }
          if (typeof data5 === "string") {
            if (!pattern02.test(data5)) {
              const err14 = { instancePath: instancePath + "/query/order_number", schemaPath: "#/properties/query/properties/order_number/pattern", keyword: "pattern", params: { pattern: "^ord_[0-9A-HJKMNP-TV-Z]{12}$" }, message: 'must match pattern "^ord_[0-9A-HJKMNP-TV-Z]{12}$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
        }
        if (data0.network !== void 0) {
          let data6 = data0.network;
          if (typeof data6 !== "string") {
            let dataType5 = typeof data6;
            let coerced5 = void 0;
            if (!(coerced5 !== void 0)) {
              if (dataType5 == "number" || dataType5 == "boolean") {
                coerced5 = "" + data6;
              } else if (data6 === null) {
                coerced5 = "";
              } else {
                const err15 = { instancePath: instancePath + "/query/network", schemaPath: "#/properties/query/properties/network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err15];
                } else {
                  vErrors.push(err15);
                }
                errors++;
              }
            }
            if (coerced5 !== void 0) {
              data6 = coerced5;
              if (data0 !== void 0) {
                data0["network"] = coerced5;
              }
            }
          }
          if (!(data6 === "TRC20" || data6 === "ERC20" || data6 === "BEP20")) {
            const err16 = { instancePath: instancePath + "/query/network", schemaPath: "#/properties/query/properties/network/enum", keyword: "enum", params: { allowedValues: schema32.properties.query.properties.network.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data0.created_from !== void 0) {
          let data7 = data0.created_from;
          if (!(typeof data7 == "string")) {
            const err17 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
          if (typeof data7 === "string") {
            if (!pattern12.test(data7)) {
              const err18 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
            if (!formats02.validate(data7)) {
              const err19 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err19];
              } else {
                vErrors.push(err19);
              }
              errors++;
            }
          }
        }
        if (data0.created_to !== void 0) {
          let data8 = data0.created_to;
          if (!(typeof data8 == "string")) {
            const err20 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
          if (typeof data8 === "string") {
            if (!pattern12.test(data8)) {
              const err21 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
            if (!formats02.validate(data8)) {
              const err22 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err22];
              } else {
                vErrors.push(err22);
              }
              errors++;
            }
          }
        }
        if (data0.updated_from !== void 0) {
          let data9 = data0.updated_from;
          if (!(typeof data9 == "string")) {
            const err23 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
          if (typeof data9 === "string") {
            if (!pattern12.test(data9)) {
              const err24 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
            if (!formats02.validate(data9)) {
              const err25 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
          }
        }
        if (data0.updated_to !== void 0) {
          let data10 = data0.updated_to;
          if (!(typeof data10 == "string")) {
            const err26 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
          if (typeof data10 === "string") {
            if (!pattern12.test(data10)) {
              const err27 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
            if (!formats02.validate(data10)) {
              const err28 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err28];
              } else {
                vErrors.push(err28);
              }
              errors++;
            }
          }
        }
        if (data0.paid_from !== void 0) {
          let data11 = data0.paid_from;
          if (!(typeof data11 == "string")) {
            const err29 = { instancePath: instancePath + "/query/paid_from", schemaPath: "#/properties/query/properties/paid_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
          if (typeof data11 === "string") {
            if (!pattern12.test(data11)) {
              const err30 = { instancePath: instancePath + "/query/paid_from", schemaPath: "#/properties/query/properties/paid_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
            if (!formats02.validate(data11)) {
              const err31 = { instancePath: instancePath + "/query/paid_from", schemaPath: "#/properties/query/properties/paid_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err31];
              } else {
                vErrors.push(err31);
              }
              errors++;
            }
          }
        }
        if (data0.paid_to !== void 0) {
          let data12 = data0.paid_to;
          if (!(typeof data12 == "string")) {
            const err32 = { instancePath: instancePath + "/query/paid_to", schemaPath: "#/properties/query/properties/paid_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
          if (typeof data12 === "string") {
            if (!pattern12.test(data12)) {
              const err33 = { instancePath: instancePath + "/query/paid_to", schemaPath: "#/properties/query/properties/paid_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err33];
              } else {
                vErrors.push(err33);
              }
              errors++;
            }
            if (!formats02.validate(data12)) {
              const err34 = { instancePath: instancePath + "/query/paid_to", schemaPath: "#/properties/query/properties/paid_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
          }
        }
      } else {
        const err35 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err35];
        } else {
          vErrors.push(err35);
        }
        errors++;
      }
    }
  }
  validate32.errors = vErrors;
  return errors === 0;
}
validate32.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createAppOrder_FIXED
var validate4 = validate5;
var schema1 = { "type": "object", "required": ["amount_mode", "amount", "currency"], "properties": { "amount_mode": { "type": "string", "enum": ["FIXED"], "x-error": "invalid amount mode" }, "amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$", "description": "USDT, at most 8 decimals, within the server's inclusive limits (0.01 to 200000 by default).", "x-error": "invalid amount", "x-error-missing": "amount required" }, "currency": { "$ref": "#/components/schemas/Currency" }, "description": { "type": "string", "maxLength": 500, "description": "For the merchant's own use." }, "metadata": { "$ref": "#/components/schemas/Metadata" }, "return_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Stored with the order.", "x-error": "invalid return url" }, "webhook_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Receives this order's events instead of the registered endpoints. The rules of an endpoint's URL apply.", "x-error": "invalid webhook url" } }, "example": { "amount_mode": "FIXED", "amount": "12.50", "currency": "USDT" } };
var schema2 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "example": "USDT", "x-error": "unsupported currency" };
var formats03 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern03 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$", "u");
var pattern13 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
var func02 = require_ucs2length().default;
function validate12(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate12.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.amount_mode === void 0 && (missing0 = "amount_mode") || data.amount === void 0 && (missing0 = "amount") || data.currency === void 0 && (missing0 = "currency")) {
        validate12.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.amount_mode !== void 0) {
          let data0 = data.amount_mode;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate12.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data0 === "FIXED")) {
            validate12.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/enum", keyword: "enum", params: { allowedValues: schema1.properties.amount_mode.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.amount !== void 0) {
            let data1 = data.amount;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!pattern03.test(data1)) {
                    validate12.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$"' }];
                    return false;
                  } else {
                    if (!formats03.test(data1)) {
                      validate12.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' }];
                      return false;
                    }
                  }
                } else {
                  validate12.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currency !== void 0) {
              let data2 = data.currency;
              const _errs5 = errors;
              if (typeof data2 !== "string") {
                validate12.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
              if (!(data2 === "USDT")) {
                validate12.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema2.enum }, message: "must be equal to one of the allowed values" }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.description !== void 0) {
                let data3 = data.description;
                const _errs8 = errors;
                if (errors === _errs8) {
                  if (typeof data3 === "string") {
                    if (func02(data3) > 500) {
                      validate12.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }];
                      return false;
                    }
                  } else {
                    validate12.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.metadata !== void 0) {
                  let data4 = data.metadata;
                  const _errs10 = errors;
                  const _errs11 = errors;
                  if (errors === _errs11) {
                    if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                    } else {
                      validate12.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                      return false;
                    }
                  }
                  var valid0 = _errs10 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.return_url !== void 0) {
                    let data5 = data.return_url;
                    const _errs14 = errors;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (typeof data5 === "string") {
                        if (func02(data5) > 2048) {
                          validate12.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                          return false;
                        } else {
                          if (!pattern13.test(data5)) {
                            validate12.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                            return false;
                          }
                        }
                      } else {
                        validate12.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                    }
                    var valid0 = _errs14 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.webhook_url !== void 0) {
                      let data6 = data.webhook_url;
                      const _errs17 = errors;
                      const _errs18 = errors;
                      if (errors === _errs18) {
                        if (typeof data6 === "string") {
                          if (func02(data6) > 2048) {
                            validate12.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                            return false;
                          } else {
                            if (!pattern13.test(data6)) {
                              validate12.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                              return false;
                            }
                          }
                        } else {
                          validate12.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid0 = _errs17 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate12.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate12.errors = vErrors;
  return errors === 0;
}
validate12.evaluated = { "props": { "amount_mode": true, "amount": true, "currency": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true }, "dynamicProps": false, "dynamicItems": false };
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate5.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate12(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
    errors = vErrors.length;
  }
  validate5.errors = vErrors;
  return errors === 0;
}
validate5.evaluated = { "props": { "amount_mode": true, "amount": true, "currency": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true }, "dynamicProps": false, "dynamicItems": false };

// check:createAppOrder_CUSTOM
var validate6 = validate14;
var schema6 = { "type": "object", "required": ["amount_mode", "currency"], "properties": { "amount_mode": { "type": "string", "enum": ["CUSTOM"], "x-error": "invalid amount mode" }, "amount": { "not": {}, "description": "Must be absent; the payer chooses the amount.", "x-error": "amount not allowed" }, "currency": { "$ref": "#/components/schemas/Currency" }, "description": { "type": "string", "maxLength": 500, "description": "For the merchant's own use." }, "metadata": { "$ref": "#/components/schemas/Metadata" }, "return_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Stored with the order.", "x-error": "invalid return url" }, "webhook_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Receives this order's events instead of the registered endpoints. The rules of an endpoint's URL apply.", "x-error": "invalid webhook url" } }, "example": { "amount_mode": "CUSTOM", "currency": "USDT" } };
var schema22 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "example": "USDT", "x-error": "unsupported currency" };
var func03 = require_ucs2length().default;
var pattern14 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate33.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.amount_mode === void 0 && (missing0 = "amount_mode") || data.currency === void 0 && (missing0 = "currency")) {
        validate33.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.amount_mode !== void 0) {
          let data0 = data.amount_mode;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate33.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data0 === "CUSTOM")) {
            validate33.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/enum", keyword: "enum", params: { allowedValues: schema6.properties.amount_mode.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.amount !== void 0) {
            const _errs3 = errors;
            validate33.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/not", keyword: "not", params: {}, message: "must NOT be valid" }];
            return false;
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currency !== void 0) {
              let data2 = data.currency;
              const _errs5 = errors;
              if (typeof data2 !== "string") {
                validate33.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
              if (!(data2 === "USDT")) {
                validate33.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema22.enum }, message: "must be equal to one of the allowed values" }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.description !== void 0) {
                let data3 = data.description;
                const _errs8 = errors;
                if (errors === _errs8) {
                  if (typeof data3 === "string") {
                    if (func03(data3) > 500) {
                      validate33.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }];
                      return false;
                    }
                  } else {
                    validate33.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.metadata !== void 0) {
                  let data4 = data.metadata;
                  const _errs10 = errors;
                  const _errs11 = errors;
                  if (errors === _errs11) {
                    if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                    } else {
                      validate33.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                      return false;
                    }
                  }
                  var valid0 = _errs10 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.return_url !== void 0) {
                    let data5 = data.return_url;
                    const _errs14 = errors;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (typeof data5 === "string") {
                        if (func03(data5) > 2048) {
                          validate33.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                          return false;
                        } else {
                          if (!pattern14.test(data5)) {
                            validate33.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                            return false;
                          }
                        }
                      } else {
                        validate33.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                    }
                    var valid0 = _errs14 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.webhook_url !== void 0) {
                      let data6 = data.webhook_url;
                      const _errs17 = errors;
                      const _errs18 = errors;
                      if (errors === _errs18) {
                        if (typeof data6 === "string") {
                          if (func03(data6) > 2048) {
                            validate33.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                            return false;
                          } else {
                            if (!pattern14.test(data6)) {
                              validate33.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                              return false;
                            }
                          }
                        } else {
                          validate33.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid0 = _errs17 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate33.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate33.errors = vErrors;
  return errors === 0;
}
validate33.evaluated = { "props": { "amount_mode": true, "amount": true, "currency": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true }, "dynamicProps": false, "dynamicItems": false };
function validate14(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate14.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate33(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
    errors = vErrors.length;
  }
  validate14.errors = vErrors;
  return errors === 0;
}
validate14.evaluated = { "props": { "amount_mode": true, "amount": true, "currency": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true }, "dynamicProps": false, "dynamicItems": false };

// check:createAppOrder_parameters
var validate7 = validate13;
var pattern04 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
function validate13(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate13.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0["idempotency-key"] !== void 0) {
          let data1 = data0["idempotency-key"];
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/idempotency-key", schemaPath: "#/properties/headers/properties/idempotency-key/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["idempotency-key"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern04.test(data1)) {
              const err4 = { instancePath: instancePath + "/headers/idempotency-key", schemaPath: "#/properties/headers/properties/idempotency-key/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          }
        }
        if (data0.traceparent !== void 0) {
          let data2 = data0.traceparent;
          if (typeof data2 !== "string") {
            let dataType1 = typeof data2;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data2;
              } else if (data2 === null) {
                coerced1 = "";
              } else {
                const err5 = { instancePath: instancePath + "/headers/traceparent", schemaPath: "#/properties/headers/properties/traceparent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data2 = coerced1;
              if (data0 !== void 0) {
                data0["traceparent"] = coerced1;
              }
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate13.errors = vErrors;
  return errors === 0;
}
validate13.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getOrder_parameters
var validate8 = validate03;
var func04 = require_ucs2length().default;
var pattern05 = new RegExp("^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$", "u");
function validate03(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate03.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (func04(data1) > 36) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/maxLength", keyword: "maxLength", params: { limit: 36 }, message: "must NOT have more than 36 characters" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (!pattern05.test(data1)) {
              const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$" }, message: 'must match pattern "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  }
  validate03.errors = vErrors;
  return errors === 0;
}
validate03.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:expireOrder_parameters
var validate9 = validate15;
var formats04 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate15(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate15.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!formats04.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate15.errors = vErrors;
  return errors === 0;
}
validate15.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:acceptOrder_parameters
var validate10 = validate16;
var formats05 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate16(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate16.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!formats05.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate16.errors = vErrors;
  return errors === 0;
}
validate16.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createRefund_parameters
var validate11 = validate04;
var func05 = require_ucs2length().default;
var pattern06 = new RegExp("^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$", "u");
function validate04(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate04.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.traceparent !== void 0) {
          let data1 = data0.traceparent;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/traceparent", schemaPath: "#/properties/headers/properties/traceparent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["traceparent"] = coerced0;
              }
            }
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data2 = data.params;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.id === void 0) {
          const err5 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data2.id !== void 0) {
          let data3 = data2.id;
          if (typeof data3 !== "string") {
            let dataType1 = typeof data3;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data3;
              } else if (data3 === null) {
                coerced1 = "";
              } else {
                const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data3 = coerced1;
              if (data2 !== void 0) {
                data2["id"] = coerced1;
              }
            }
          }
          if (typeof data3 === "string") {
            if (func05(data3) > 36) {
              const err7 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/maxLength", keyword: "maxLength", params: { limit: 36 }, message: "must NOT have more than 36 characters" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            if (!pattern06.test(data3)) {
              const err8 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$" }, message: 'must match pattern "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  }
  validate04.errors = vErrors;
  return errors === 0;
}
validate04.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createRefund_body
var validate17 = validate05;
var formats06 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern07 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
var pattern15 = new RegExp("^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$", "u");
var pattern23 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
var func06 = require_ucs2length().default;
function validate05(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate05.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.include_fee === void 0) {
          data0.include_fee = false;
        }
        if (data0.destination_address === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "destination_address" }, message: "must have required property 'destination_address'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.amount !== void 0) {
          let data1 = data0.amount;
          if (typeof data1 === "string") {
            if (!pattern07.test(data1)) {
              const err2 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (!formats06.test(data1)) {
              const err3 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          } else {
            const err4 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
        if (typeof data0.include_fee !== "boolean") {
          const err5 = { instancePath: instancePath + "/body/include_fee", schemaPath: "#/properties/body/properties/include_fee/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.destination_address !== void 0) {
          let data3 = data0.destination_address;
          if (typeof data3 === "string") {
            if (!pattern15.test(data3)) {
              const err6 = { instancePath: instancePath + "/body/destination_address", schemaPath: "#/components/schemas/DestinationAddress/pattern", keyword: "pattern", params: { pattern: "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$" }, message: 'must match pattern "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/body/destination_address", schemaPath: "#/components/schemas/DestinationAddress/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.description !== void 0) {
          let data4 = data0.description;
          if (typeof data4 === "string") {
            if (func06(data4) > 500) {
              const err8 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          } else {
            const err9 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.idempotency_key !== void 0) {
          let data5 = data0.idempotency_key;
          if (typeof data5 === "string") {
            if (!pattern23.test(data5)) {
              const err10 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  }
  validate05.errors = vErrors;
  return errors === 0;
}
validate05.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listRefunds_parameters
var validate18 = validate06;
var pattern08 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern16 = new RegExp("^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$", "u");
var func07 = require_ucs2length().default;
function validate06(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate06.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern08.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data4 = data.params;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        if (data4.id === void 0) {
          const err12 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (data4.id !== void 0) {
          let data5 = data4.id;
          if (typeof data5 !== "string") {
            let dataType3 = typeof data5;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data5;
              } else if (data5 === null) {
                coerced3 = "";
              } else {
                const err13 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data5 = coerced3;
              if (data4 !== void 0) {
                data4["id"] = coerced3;
              }
            }
          }
          if (typeof data5 === "string") {
            if (func07(data5) > 36) {
              const err14 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/maxLength", keyword: "maxLength", params: { limit: 36 }, message: "must NOT have more than 36 characters" };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!pattern16.test(data5)) {
              const err15 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$" }, message: 'must match pattern "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$"' };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  }
  validate06.errors = vErrors;
  return errors === 0;
}
validate06.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:streamOrderEvents_parameters
var validate19 = validate110;
var formats07 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate110.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0["last-event-id"] !== void 0) {
          let data1 = data0["last-event-id"];
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/last-event-id", schemaPath: "#/properties/headers/properties/last-event-id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["last-event-id"] = coerced0;
              }
            }
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data2 = data.params;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.id === void 0) {
          const err5 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data2.id !== void 0) {
          let data3 = data2.id;
          if (typeof data3 !== "string") {
            let dataType1 = typeof data3;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data3;
              } else if (data3 === null) {
                coerced1 = "";
              } else {
                const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data3 = coerced1;
              if (data2 !== void 0) {
                data2["id"] = coerced1;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!formats07.test(data3)) {
              const err7 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
        }
      } else {
        const err8 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  }
  validate110.errors = vErrors;
  return errors === 0;
}
validate110.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listOrderDeliveries_parameters
var validate20 = validate111;
var pattern09 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var formats08 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate111(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate111.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern09.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data4 = data.params;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        if (data4.id === void 0) {
          const err12 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (data4.id !== void 0) {
          let data5 = data4.id;
          if (typeof data5 !== "string") {
            let dataType3 = typeof data5;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data5;
              } else if (data5 === null) {
                coerced3 = "";
              } else {
                const err13 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data5 = coerced3;
              if (data4 !== void 0) {
                data4["id"] = coerced3;
              }
            }
          }
          if (typeof data5 === "string") {
            if (!formats08.test(data5)) {
              const err14 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  }
  validate111.errors = vErrors;
  return errors === 0;
}
validate111.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createPaymentLink_FIXED
var validate21 = validate72;
var schema12 = { "type": "object", "required": ["amount_mode", "currency"], "properties": { "amount_mode": { "type": "string", "enum": ["FIXED"], "x-error": "invalid amount mode" }, "amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "description": "USDT, greater than 10, at most 6 decimals. Required unless `price` is given.", "x-error": "invalid amount" }, "price": { "$ref": "#/components/schemas/Price", "description": "A price in another currency, instead of `amount`. Each order converts it, and it must come to more than 10 USDT.\n", "x-error": "invalid price" }, "currency": { "$ref": "#/components/schemas/Currency" }, "networks": { "type": "array", "minItems": 1, "maxItems": 3, "uniqueItems": true, "items": { "type": "string", "$ref": "#/components/schemas/Network" }, "description": "The networks that the payer may choose from. Without it, all that are on in the key's environment when the page is\nopened.\n", "x-error": "unsupported network", "example": ["TRC20"] }, "uses": { "$ref": "#/components/schemas/LinkUses", "default": "ONCE" }, "expires_at": { "$ref": "#/components/schemas/TimeBound", "description": "When the page ends, in the future and at most 366 days from now. Without it the page stays.", "x-error": "invalid expires at", "example": "2026-12-31T23:00:00Z" }, "description": { "type": "string", "maxLength": 500, "description": "Shown on the page of the link and on checkout pages." }, "metadata": { "$ref": "#/components/schemas/Metadata", "description": "Copied to each order. Arbitrary JSON of the merchant, at most 16 KiB serialised and 5 levels deep, with no number\nbeyond \xB1(2^53 \u2212 1).\n" }, "return_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Return address for the payer on the checkout page. Never proof of payment.", "x-error": "invalid return url" }, "webhook_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Receives the events of the link's orders instead of the registered endpoints. The rules of an endpoint's URL apply.\n", "x-error": "invalid webhook url" }, "idempotency_key": { "$ref": "#/components/schemas/IdempotencyKey", "x-error": "invalid idempotency key" }, "tolerance_percent": { "type": "number", "minimum": 0, "maximum": 0.5, "default": 0.01, "description": "Acceptable underpayment as a decimal fraction, at most 4 decimals; 0.01 is 1 %.", "x-error": "invalid tolerance" } }, "example": { "amount_mode": "FIXED", "amount": "25.00", "currency": "USDT", "description": "Two tickets", "metadata": { "invoice": "2026-0041" }, "idempotency_key": "invoice-2026-0041/1" } };
var schema42 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "example": "USDT", "x-error": "unsupported currency" };
var schema5 = { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "example": "TRC20", "x-error": "unsupported network" };
var schema62 = { "type": "string", "enum": ["ONCE", "MANY"], "description": "ONCE: an invoice, which its first paid order closes. MANY: any number of payments.", "example": "ONCE", "x-error": "invalid uses" };
var formats09 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var formats4 = require_formats().fullFormats["date-time"];
var pattern010 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
var pattern32 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var pattern4 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
var pattern6 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
var func08 = require_ucs2length().default;
var pattern17 = new RegExp("^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$", "u");
var pattern24 = new RegExp("^[A-Z]{3}$", "u");
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.amount === void 0 && (missing0 = "amount") || data.currency === void 0 && (missing0 = "currency")) {
        validate22.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.amount !== void 0) {
          let data0 = data.amount;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (func08(data0) > 19) {
                  validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/maxLength", keyword: "maxLength", params: { limit: 19 }, message: "must NOT have more than 19 characters" }];
                  return false;
                } else {
                  if (!pattern17.test(data0)) {
                    validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$"' }];
                    return false;
                  } else {
                    if (!formats09.test(data0)) {
                      validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' }];
                      return false;
                    }
                  }
                }
              } else {
                validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.currency !== void 0) {
            let data1 = data.currency;
            const _errs3 = errors;
            const _errs4 = errors;
            if (errors === _errs4) {
              if (typeof data1 === "string") {
                if (!pattern24.test(data1)) {
                  validate22.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/PriceCurrency/pattern", keyword: "pattern", params: { pattern: "^[A-Z]{3}$" }, message: 'must match pattern "^[A-Z]{3}$"' }];
                  return false;
                }
              } else {
                validate22.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/PriceCurrency/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": { "amount": true, "currency": true }, "dynamicProps": false, "dynamicItems": false };
function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate112.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.uses === void 0) {
        data.uses = "ONCE";
      }
      if (data.tolerance_percent === void 0) {
        data.tolerance_percent = 0.01;
      }
      let missing0;
      if (data.amount_mode === void 0 && (missing0 = "amount_mode") || data.currency === void 0 && (missing0 = "currency")) {
        validate112.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.amount_mode !== void 0) {
          let data0 = data.amount_mode;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate112.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data0 === "FIXED")) {
            validate112.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/enum", keyword: "enum", params: { allowedValues: schema12.properties.amount_mode.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.amount !== void 0) {
            let data1 = data.amount;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!pattern010.test(data1)) {
                    validate112.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' }];
                    return false;
                  } else {
                    if (!formats09.test(data1)) {
                      validate112.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' }];
                      return false;
                    }
                  }
                } else {
                  validate112.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.price !== void 0) {
              const _errs5 = errors;
              if (!validate22(data.price, { instancePath: instancePath + "/price", parentData: data, parentDataProperty: "price", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.currency !== void 0) {
                let data3 = data.currency;
                const _errs6 = errors;
                if (typeof data3 !== "string") {
                  validate112.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
                if (!(data3 === "USDT")) {
                  validate112.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema42.enum }, message: "must be equal to one of the allowed values" }];
                  return false;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.networks !== void 0) {
                  let data4 = data.networks;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (Array.isArray(data4)) {
                      if (data4.length > 3) {
                        validate112.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/maxItems", keyword: "maxItems", params: { limit: 3 }, message: "must NOT have more than 3 items" }];
                        return false;
                      } else {
                        if (data4.length < 1) {
                          validate112.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                          return false;
                        } else {
                          var valid2 = true;
                          const len0 = data4.length;
                          for (let i0 = 0; i0 < len0; i0++) {
                            let data5 = data4[i0];
                            const _errs11 = errors;
                            if (typeof data5 !== "string") {
                              validate112.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/properties/networks/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                            if (typeof data5 !== "string") {
                              validate112.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/components/schemas/Network/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                            if (!(data5 === "TRC20" || data5 === "ERC20" || data5 === "BEP20")) {
                              validate112.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/components/schemas/Network/enum", keyword: "enum", params: { allowedValues: schema5.enum }, message: "must be equal to one of the allowed values" }];
                              return false;
                            }
                            var valid2 = _errs11 === errors;
                            if (!valid2) {
                              break;
                            }
                          }
                          if (valid2) {
                            let i1 = data4.length;
                            let j0;
                            if (i1 > 1) {
                              const indices0 = {};
                              for (; i1--; ) {
                                let item0 = data4[i1];
                                if (typeof item0 !== "string") {
                                  continue;
                                }
                                if (typeof indices0[item0] == "number") {
                                  j0 = indices0[item0];
                                  validate112.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
                                  return false;
                                  break;
                                }
                                indices0[item0] = i1;
                              }
                            }
                          }
                        }
                      }
                    } else {
                      validate112.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                      return false;
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  let data6 = data.uses;
                  const _errs15 = errors;
                  if (typeof data6 !== "string") {
                    validate112.errors = [{ instancePath: instancePath + "/uses", schemaPath: "#/components/schemas/LinkUses/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  if (!(data6 === "ONCE" || data6 === "MANY")) {
                    validate112.errors = [{ instancePath: instancePath + "/uses", schemaPath: "#/components/schemas/LinkUses/enum", keyword: "enum", params: { allowedValues: schema62.enum }, message: "must be equal to one of the allowed values" }];
                    return false;
                  }
                  var valid0 = _errs15 === errors;
                  if (valid0) {
                    if (data.expires_at !== void 0) {
                      let data7 = data.expires_at;
                      const _errs18 = errors;
                      const _errs19 = errors;
                      if (errors === _errs19) {
                        if (errors === _errs19) {
                          if (typeof data7 === "string") {
                            if (!pattern32.test(data7)) {
                              validate112.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' }];
                              return false;
                            } else {
                              if (!formats4.validate(data7)) {
                                validate112.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                return false;
                              }
                            }
                          } else {
                            validate112.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs18 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.description !== void 0) {
                        let data8 = data.description;
                        const _errs21 = errors;
                        if (errors === _errs21) {
                          if (typeof data8 === "string") {
                            if (func08(data8) > 500) {
                              validate112.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }];
                              return false;
                            }
                          } else {
                            validate112.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                        var valid0 = _errs21 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.metadata !== void 0) {
                          let data9 = data.metadata;
                          const _errs23 = errors;
                          const _errs24 = errors;
                          if (errors === _errs24) {
                            if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                            } else {
                              validate112.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                              return false;
                            }
                          }
                          var valid0 = _errs23 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.return_url !== void 0) {
                            let data10 = data.return_url;
                            const _errs27 = errors;
                            const _errs28 = errors;
                            if (errors === _errs28) {
                              if (typeof data10 === "string") {
                                if (func08(data10) > 2048) {
                                  validate112.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                                  return false;
                                } else {
                                  if (!pattern4.test(data10)) {
                                    validate112.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                                    return false;
                                  }
                                }
                              } else {
                                validate112.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                return false;
                              }
                            }
                            var valid0 = _errs27 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.webhook_url !== void 0) {
                              let data11 = data.webhook_url;
                              const _errs30 = errors;
                              const _errs31 = errors;
                              if (errors === _errs31) {
                                if (typeof data11 === "string") {
                                  if (func08(data11) > 2048) {
                                    validate112.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                                    return false;
                                  } else {
                                    if (!pattern4.test(data11)) {
                                      validate112.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                                      return false;
                                    }
                                  }
                                } else {
                                  validate112.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                  return false;
                                }
                              }
                              var valid0 = _errs30 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.idempotency_key !== void 0) {
                                let data12 = data.idempotency_key;
                                const _errs33 = errors;
                                const _errs34 = errors;
                                if (errors === _errs34) {
                                  if (typeof data12 === "string") {
                                    if (!pattern6.test(data12)) {
                                      validate112.errors = [{ instancePath: instancePath + "/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' }];
                                      return false;
                                    }
                                  } else {
                                    validate112.errors = [{ instancePath: instancePath + "/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid0 = _errs33 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                let data13 = data.tolerance_percent;
                                const _errs36 = errors;
                                if (errors === _errs36) {
                                  if (typeof data13 == "number" && isFinite(data13)) {
                                    if (data13 > 0.5 || isNaN(data13)) {
                                      validate112.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 0.5 }, message: "must be <= 0.5" }];
                                      return false;
                                    } else {
                                      if (data13 < 0 || isNaN(data13)) {
                                        validate112.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate112.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                    return false;
                                  }
                                }
                                var valid0 = _errs36 === errors;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate112.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate112.errors = vErrors;
  return errors === 0;
}
validate112.evaluated = { "props": { "amount_mode": true, "amount": true, "price": true, "currency": true, "networks": true, "uses": true, "expires_at": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true, "idempotency_key": true, "tolerance_percent": true }, "dynamicProps": false, "dynamicItems": false };
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate72.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate112(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
    errors = vErrors.length;
  }
  validate72.errors = vErrors;
  return errors === 0;
}
validate72.evaluated = { "props": { "amount_mode": true, "amount": true, "price": true, "currency": true, "networks": true, "uses": true, "expires_at": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true, "idempotency_key": true, "tolerance_percent": true }, "dynamicProps": false, "dynamicItems": false };

// check:createPaymentLink_CUSTOM
var validate23 = validate29;
var schema122 = { "type": "object", "required": ["amount_mode", "currency"], "properties": { "amount_mode": { "type": "string", "enum": ["CUSTOM"], "x-error": "invalid amount mode" }, "amount": { "not": {}, "description": "Must be absent; the payer chooses the amount.", "x-error": "amount not allowed" }, "price": { "not": {}, "description": "Must be absent; the payer chooses the amount, in USDT.", "x-error": "amount not allowed" }, "min_amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "description": "The least that the payer may choose, greater than 10. Without it, everything above 10.", "x-error": "invalid amount", "example": "20.00" }, "max_amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "description": "The most that the payer may choose, not less than `min_amount`. Without it, any amount.", "x-error": "invalid amount", "example": "500.00" }, "currency": { "$ref": "#/components/schemas/Currency" }, "networks": { "type": "array", "minItems": 1, "maxItems": 3, "uniqueItems": true, "items": { "type": "string", "$ref": "#/components/schemas/Network" }, "description": "The networks that the payer may choose from. Without it, all that are on in the key's environment when the page is\nopened.\n", "x-error": "unsupported network", "example": ["TRC20"] }, "uses": { "$ref": "#/components/schemas/LinkUses", "default": "ONCE" }, "expires_at": { "$ref": "#/components/schemas/TimeBound", "description": "When the page ends, in the future and at most 366 days from now. Without it the page stays.", "x-error": "invalid expires at", "example": "2026-12-31T23:00:00Z" }, "description": { "type": "string", "maxLength": 500, "description": "Shown on the page of the link and on checkout pages." }, "metadata": { "$ref": "#/components/schemas/Metadata", "description": "Copied to each order. Arbitrary JSON of the merchant, at most 16 KiB serialised and 5 levels deep, with no number\nbeyond \xB1(2^53 \u2212 1).\n" }, "return_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Return address for the payer on the checkout page. Never proof of payment.", "x-error": "invalid return url" }, "webhook_url": { "$ref": "#/components/schemas/HttpsUrl", "description": "Receives the events of the link's orders instead of the registered endpoints. The rules of an endpoint's URL apply.\n", "x-error": "invalid webhook url" }, "idempotency_key": { "$ref": "#/components/schemas/IdempotencyKey", "x-error": "invalid idempotency key" }, "tolerance_percent": { "type": "number", "minimum": 0, "maximum": 0.5, "default": 0.01, "description": "Acceptable underpayment as a decimal fraction, at most 4 decimals; 0.01 is 1 %.", "x-error": "invalid tolerance" } }, "example": { "amount_mode": "CUSTOM", "min_amount": "20.00", "currency": "USDT", "uses": "MANY", "description": "Donation" } };
var schema43 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "example": "USDT", "x-error": "unsupported currency" };
var schema52 = { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "example": "TRC20", "x-error": "unsupported network" };
var schema63 = { "type": "string", "enum": ["ONCE", "MANY"], "description": "ONCE: an invoice, which its first paid order closes. MANY: any number of payments.", "example": "ONCE", "x-error": "invalid uses" };
var formats010 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var formats42 = require_formats().fullFormats["date-time"];
var pattern011 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
var pattern33 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var pattern42 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
var pattern62 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
var func09 = require_ucs2length().default;
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate52.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.uses === void 0) {
        data.uses = "ONCE";
      }
      if (data.tolerance_percent === void 0) {
        data.tolerance_percent = 0.01;
      }
      let missing0;
      if (data.amount_mode === void 0 && (missing0 = "amount_mode") || data.currency === void 0 && (missing0 = "currency")) {
        validate52.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.amount_mode !== void 0) {
          let data0 = data.amount_mode;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate52.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data0 === "CUSTOM")) {
            validate52.errors = [{ instancePath: instancePath + "/amount_mode", schemaPath: "#/properties/amount_mode/enum", keyword: "enum", params: { allowedValues: schema122.properties.amount_mode.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.amount !== void 0) {
            const _errs3 = errors;
            validate52.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/not", keyword: "not", params: {}, message: "must NOT be valid" }];
            return false;
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.price !== void 0) {
              const _errs5 = errors;
              validate52.errors = [{ instancePath: instancePath + "/price", schemaPath: "#/properties/price/not", keyword: "not", params: {}, message: "must NOT be valid" }];
              return false;
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.min_amount !== void 0) {
                let data3 = data.min_amount;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (errors === _errs7) {
                    if (typeof data3 === "string") {
                      if (!pattern011.test(data3)) {
                        validate52.errors = [{ instancePath: instancePath + "/min_amount", schemaPath: "#/properties/min_amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' }];
                        return false;
                      } else {
                        if (!formats010.test(data3)) {
                          validate52.errors = [{ instancePath: instancePath + "/min_amount", schemaPath: "#/properties/min_amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' }];
                          return false;
                        }
                      }
                    } else {
                      validate52.errors = [{ instancePath: instancePath + "/min_amount", schemaPath: "#/properties/min_amount/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.max_amount !== void 0) {
                  let data4 = data.max_amount;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!pattern011.test(data4)) {
                          validate52.errors = [{ instancePath: instancePath + "/max_amount", schemaPath: "#/properties/max_amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' }];
                          return false;
                        } else {
                          if (!formats010.test(data4)) {
                            validate52.errors = [{ instancePath: instancePath + "/max_amount", schemaPath: "#/properties/max_amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' }];
                            return false;
                          }
                        }
                      } else {
                        validate52.errors = [{ instancePath: instancePath + "/max_amount", schemaPath: "#/properties/max_amount/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.currency !== void 0) {
                    let data5 = data.currency;
                    const _errs11 = errors;
                    if (typeof data5 !== "string") {
                      validate52.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                      return false;
                    }
                    if (!(data5 === "USDT")) {
                      validate52.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema43.enum }, message: "must be equal to one of the allowed values" }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.networks !== void 0) {
                      let data6 = data.networks;
                      const _errs14 = errors;
                      if (errors === _errs14) {
                        if (Array.isArray(data6)) {
                          if (data6.length > 3) {
                            validate52.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/maxItems", keyword: "maxItems", params: { limit: 3 }, message: "must NOT have more than 3 items" }];
                            return false;
                          } else {
                            if (data6.length < 1) {
                              validate52.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                              return false;
                            } else {
                              var valid2 = true;
                              const len0 = data6.length;
                              for (let i0 = 0; i0 < len0; i0++) {
                                let data7 = data6[i0];
                                const _errs16 = errors;
                                if (typeof data7 !== "string") {
                                  validate52.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/properties/networks/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                  return false;
                                }
                                if (typeof data7 !== "string") {
                                  validate52.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/components/schemas/Network/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                  return false;
                                }
                                if (!(data7 === "TRC20" || data7 === "ERC20" || data7 === "BEP20")) {
                                  validate52.errors = [{ instancePath: instancePath + "/networks/" + i0, schemaPath: "#/components/schemas/Network/enum", keyword: "enum", params: { allowedValues: schema52.enum }, message: "must be equal to one of the allowed values" }];
                                  return false;
                                }
                                var valid2 = _errs16 === errors;
                                if (!valid2) {
                                  break;
                                }
                              }
                              if (valid2) {
                                let i1 = data6.length;
                                let j0;
                                if (i1 > 1) {
                                  const indices0 = {};
                                  for (; i1--; ) {
                                    let item0 = data6[i1];
                                    if (typeof item0 !== "string") {
                                      continue;
                                    }
                                    if (typeof indices0[item0] == "number") {
                                      j0 = indices0[item0];
                                      validate52.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
                                      return false;
                                      break;
                                    }
                                    indices0[item0] = i1;
                                  }
                                }
                              }
                            }
                          }
                        } else {
                          validate52.errors = [{ instancePath: instancePath + "/networks", schemaPath: "#/properties/networks/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                          return false;
                        }
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      let data8 = data.uses;
                      const _errs20 = errors;
                      if (typeof data8 !== "string") {
                        validate52.errors = [{ instancePath: instancePath + "/uses", schemaPath: "#/components/schemas/LinkUses/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                      if (!(data8 === "ONCE" || data8 === "MANY")) {
                        validate52.errors = [{ instancePath: instancePath + "/uses", schemaPath: "#/components/schemas/LinkUses/enum", keyword: "enum", params: { allowedValues: schema63.enum }, message: "must be equal to one of the allowed values" }];
                        return false;
                      }
                      var valid0 = _errs20 === errors;
                      if (valid0) {
                        if (data.expires_at !== void 0) {
                          let data9 = data.expires_at;
                          const _errs23 = errors;
                          const _errs24 = errors;
                          if (errors === _errs24) {
                            if (errors === _errs24) {
                              if (typeof data9 === "string") {
                                if (!pattern33.test(data9)) {
                                  validate52.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' }];
                                  return false;
                                } else {
                                  if (!formats42.validate(data9)) {
                                    validate52.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                    return false;
                                  }
                                }
                              } else {
                                validate52.errors = [{ instancePath: instancePath + "/expires_at", schemaPath: "#/components/schemas/TimeBound/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                return false;
                              }
                            }
                          }
                          var valid0 = _errs23 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.description !== void 0) {
                            let data10 = data.description;
                            const _errs26 = errors;
                            if (errors === _errs26) {
                              if (typeof data10 === "string") {
                                if (func09(data10) > 500) {
                                  validate52.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }];
                                  return false;
                                }
                              } else {
                                validate52.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                return false;
                              }
                            }
                            var valid0 = _errs26 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.metadata !== void 0) {
                              let data11 = data.metadata;
                              const _errs28 = errors;
                              const _errs29 = errors;
                              if (errors === _errs29) {
                                if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
                                } else {
                                  validate52.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                  return false;
                                }
                              }
                              var valid0 = _errs28 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.return_url !== void 0) {
                                let data12 = data.return_url;
                                const _errs32 = errors;
                                const _errs33 = errors;
                                if (errors === _errs33) {
                                  if (typeof data12 === "string") {
                                    if (func09(data12) > 2048) {
                                      validate52.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                                      return false;
                                    } else {
                                      if (!pattern42.test(data12)) {
                                        validate52.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate52.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid0 = _errs32 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.webhook_url !== void 0) {
                                  let data13 = data.webhook_url;
                                  const _errs35 = errors;
                                  const _errs36 = errors;
                                  if (errors === _errs36) {
                                    if (typeof data13 === "string") {
                                      if (func09(data13) > 2048) {
                                        validate52.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                                        return false;
                                      } else {
                                        if (!pattern42.test(data13)) {
                                          validate52.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' }];
                                          return false;
                                        }
                                      }
                                    } else {
                                      validate52.errors = [{ instancePath: instancePath + "/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                      return false;
                                    }
                                  }
                                  var valid0 = _errs35 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.idempotency_key !== void 0) {
                                    let data14 = data.idempotency_key;
                                    const _errs38 = errors;
                                    const _errs39 = errors;
                                    if (errors === _errs39) {
                                      if (typeof data14 === "string") {
                                        if (!pattern62.test(data14)) {
                                          validate52.errors = [{ instancePath: instancePath + "/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' }];
                                          return false;
                                        }
                                      } else {
                                        validate52.errors = [{ instancePath: instancePath + "/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                        return false;
                                      }
                                    }
                                    var valid0 = _errs38 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    let data15 = data.tolerance_percent;
                                    const _errs41 = errors;
                                    if (errors === _errs41) {
                                      if (typeof data15 == "number" && isFinite(data15)) {
                                        if (data15 > 0.5 || isNaN(data15)) {
                                          validate52.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 0.5 }, message: "must be <= 0.5" }];
                                          return false;
                                        } else {
                                          if (data15 < 0 || isNaN(data15)) {
                                            validate52.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                            return false;
                                          }
                                        }
                                      } else {
                                        validate52.errors = [{ instancePath: instancePath + "/tolerance_percent", schemaPath: "#/properties/tolerance_percent/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                                        return false;
                                      }
                                    }
                                    var valid0 = _errs41 === errors;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate52.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": { "amount_mode": true, "amount": true, "price": true, "min_amount": true, "max_amount": true, "currency": true, "networks": true, "uses": true, "expires_at": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true, "idempotency_key": true, "tolerance_percent": true }, "dynamicProps": false, "dynamicItems": false };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate52(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
    errors = vErrors.length;
  }
  validate29.errors = vErrors;
  return errors === 0;
}
validate29.evaluated = { "props": { "amount_mode": true, "amount": true, "price": true, "min_amount": true, "max_amount": true, "currency": true, "networks": true, "uses": true, "expires_at": true, "description": true, "metadata": true, "return_url": true, "webhook_url": true, "idempotency_key": true, "tolerance_percent": true }, "dynamicProps": false, "dynamicItems": false };

// check:createPaymentLink_parameters
var validate24 = validate07;
function validate07(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate07.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate07.errors = vErrors;
  return errors === 0;
}
validate07.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listPaymentLinks_parameters
var validate25 = validate113;
var schema13 = { "paths": {}, "components": { "parameters": { "Limit": { "name": "limit", "in": "query", "description": "Rows per page.", "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "x-error": "invalid limit", "example": 20, "style": "form", "explode": true }, "Offset": { "name": "offset", "in": "query", "description": "Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads\nfurther. Not together with `cursor`.\n", "schema": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "x-error": "invalid offset", "example": 0, "style": "form", "explode": true }, "Cursor": { "name": "cursor", "in": "query", "description": "The beginning of the page, from `next` of another page.", "schema": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "example": "MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q", "style": "form", "explode": true }, "CreatedFrom": { "name": "created_from", "in": "query", "allowReserved": true, "description": "Created at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "CreatedTo": { "name": "created_to", "in": "query", "allowReserved": true, "description": "Created before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true } }, "schemas": { "TimeBound": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "required": ["query", "headers", "params"], "properties": { "query": { "type": "object", "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "offset": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "cursor": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "status": { "type": "string", "enum": ["OPEN", "PAID", "EXPIRED", "CLOSED"] }, "created_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "created_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "headers": {}, "params": {}, "cookies": {}, "body": {} } };
var pattern18 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern012 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var formats011 = require_formats().fullFormats["date-time"];
function validate113(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate113.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern18.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
        if (data0.status !== void 0) {
          let data4 = data0.status;
          if (typeof data4 !== "string") {
            let dataType3 = typeof data4;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data4;
              } else if (data4 === null) {
                coerced3 = "";
              } else {
                const err11 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data4 = coerced3;
              if (data0 !== void 0) {
                data0["status"] = coerced3;
              }
            }
          }
          if (!(data4 === "OPEN" || data4 === "PAID" || data4 === "EXPIRED" || data4 === "CLOSED")) {
            const err12 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/enum", keyword: "enum", params: { allowedValues: schema13.properties.query.properties.status.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.created_from !== void 0) {
          let data5 = data0.created_from;
          if (!(typeof data5 == "string")) {
            const err13 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          if (typeof data5 === "string") {
            if (!pattern012.test(data5)) {
              const err14 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!formats011.validate(data5)) {
              const err15 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
        if (data0.created_to !== void 0) {
          let data6 = data0.created_to;
          if (!(typeof data6 == "string")) {
            const err16 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
          if (typeof data6 === "string") {
            if (!pattern012.test(data6)) {
              const err17 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (!formats011.validate(data6)) {
              const err18 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
          }
        }
      } else {
        const err19 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
  }
  validate113.errors = vErrors;
  return errors === 0;
}
validate113.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getPaymentLink_parameters
var validate26 = validate114;
var pattern013 = new RegExp("^pl_[0-9a-f]{32}$", "u");
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate114.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern013.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^pl_[0-9a-f]{32}$" }, message: 'must match pattern "^pl_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate114.errors = vErrors;
  return errors === 0;
}
validate114.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:closePaymentLink_parameters
var validate27 = validate115;
var pattern014 = new RegExp("^pl_[0-9a-f]{32}$", "u");
function validate115(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate115.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern014.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^pl_[0-9a-f]{32}$" }, message: 'must match pattern "^pl_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate115.errors = vErrors;
  return errors === 0;
}
validate115.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listPaymentLinkOrders_parameters
var validate28 = validate116;
var pattern19 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern015 = new RegExp("^pl_[0-9a-f]{32}$", "u");
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate116.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern19.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data4 = data.params;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        if (data4.id === void 0) {
          const err12 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (data4.id !== void 0) {
          let data5 = data4.id;
          if (typeof data5 !== "string") {
            let dataType3 = typeof data5;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data5;
              } else if (data5 === null) {
                coerced3 = "";
              } else {
                const err13 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data5 = coerced3;
              if (data4 !== void 0) {
                data4["id"] = coerced3;
              }
            }
          }
          if (typeof data5 === "string") {
            if (!pattern015.test(data5)) {
              const err14 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^pl_[0-9a-f]{32}$" }, message: 'must match pattern "^pl_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  }
  validate116.errors = vErrors;
  return errors === 0;
}
validate116.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:registerMerchant_parameters
var validate30 = validate08;
var func010 = require_ucs2length().default;
function validate08(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate08.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0["x-registration-token"] !== void 0) {
          let data1 = data0["x-registration-token"];
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/x-registration-token", schemaPath: "#/properties/headers/properties/x-registration-token/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["x-registration-token"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (func010(data1) > 512) {
              const err4 = { instancePath: instancePath + "/headers/x-registration-token", schemaPath: "#/properties/headers/properties/x-registration-token/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  }
  validate08.errors = vErrors;
  return errors === 0;
}
validate08.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:registerMerchant_body
var validate31 = validate09;
var func011 = require_ucs2length().default;
var pattern016 = new RegExp("\\S", "u");
var formats012 = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
function validate09(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate09.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.name === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.email === void 0) {
          const err2 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "email" }, message: "must have required property 'email'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.platform_user_id === void 0) {
          const err3 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "platform_user_id" }, message: "must have required property 'platform_user_id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.name !== void 0) {
          let data1 = data0.name;
          if (typeof data1 === "string") {
            if (func011(data1) > 100) {
              const err4 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (func011(data1) < 1) {
              const err5 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (!pattern016.test(data1)) {
              const err6 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.email !== void 0) {
          let data2 = data0.email;
          if (typeof data2 === "string") {
            if (func011(data2) > 254) {
              const err8 = { instancePath: instancePath + "/body/email", schemaPath: "#/properties/body/properties/email/maxLength", keyword: "maxLength", params: { limit: 254 }, message: "must NOT have more than 254 characters" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (!formats012.test(data2)) {
              const err9 = { instancePath: instancePath + "/body/email", schemaPath: "#/properties/body/properties/email/format", keyword: "format", params: { format: "email" }, message: 'must match format "email"' };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          } else {
            const err10 = { instancePath: instancePath + "/body/email", schemaPath: "#/properties/body/properties/email/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data0.platform_user_id !== void 0) {
          let data3 = data0.platform_user_id;
          if (typeof data3 === "string") {
            if (func011(data3) > 128) {
              const err11 = { instancePath: instancePath + "/body/platform_user_id", schemaPath: "#/properties/body/properties/platform_user_id/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            if (func011(data3) < 1) {
              const err12 = { instancePath: instancePath + "/body/platform_user_id", schemaPath: "#/properties/body/properties/platform_user_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
            if (!pattern016.test(data3)) {
              const err13 = { instancePath: instancePath + "/body/platform_user_id", schemaPath: "#/properties/body/properties/platform_user_id/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' };
              if (vErrors === null) {
                vErrors = [err13];
              } else {
                vErrors.push(err13);
              }
              errors++;
            }
          } else {
            const err14 = { instancePath: instancePath + "/body/platform_user_id", schemaPath: "#/properties/body/properties/platform_user_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  }
  validate09.errors = vErrors;
  return errors === 0;
}
validate09.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getCurrentMerchant_parameters
var validate34 = validate010;
function validate010(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate010.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate010.errors = vErrors;
  return errors === 0;
}
validate010.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:rotateWebhookSecret_parameters
var validate35 = validate011;
function validate011(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate011.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate011.errors = vErrors;
  return errors === 0;
}
validate011.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createDashboardLink_parameters
var validate36 = validate012;
function validate012(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate012.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate012.errors = vErrors;
  return errors === 0;
}
validate012.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createDashboardLink_body
var validate37 = validate013;
var schema14 = { "type": "string", "enum": ["orders", "read", "withdrawals", "keys"], "description": "`read` is for everything that only reads, streams included; `orders` to create and end orders, to act on the\nsandbox and to send webhooks again; `withdrawals` for what moves money out; `keys` for API keys, webhook\nendpoints, the webhook secret and links to the dashboard.\n" };
function validate013(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate013.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.scopes !== void 0) {
          let data1 = data0.scopes;
          if (Array.isArray(data1)) {
            if (data1.length > 4) {
              const err0 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/maxItems", keyword: "maxItems", params: { limit: 4 }, message: "must NOT have more than 4 items" };
              if (vErrors === null) {
                vErrors = [err0];
              } else {
                vErrors.push(err0);
              }
              errors++;
            }
            if (data1.length < 1) {
              const err1 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              if (vErrors === null) {
                vErrors = [err1];
              } else {
                vErrors.push(err1);
              }
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data2 = data1[i0];
              if (typeof data2 !== "string") {
                const err2 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/properties/body/properties/scopes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err2];
                } else {
                  vErrors.push(err2);
                }
                errors++;
              }
              if (typeof data2 !== "string") {
                const err3 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/components/schemas/KeyScope/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
              if (!(data2 === "orders" || data2 === "read" || data2 === "withdrawals" || data2 === "keys")) {
                const err4 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/components/schemas/KeyScope/enum", keyword: "enum", params: { allowedValues: schema14.enum }, message: "must be equal to one of the allowed values" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            let i1 = data1.length;
            let j0;
            if (i1 > 1) {
              const indices0 = {};
              for (; i1--; ) {
                let item0 = data1[i1];
                if (typeof item0 !== "string") {
                  continue;
                }
                if (typeof indices0[item0] == "number") {
                  j0 = indices0[item0];
                  const err5 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
                  if (vErrors === null) {
                    vErrors = [err5];
                  } else {
                    vErrors.push(err5);
                  }
                  errors++;
                  break;
                }
                indices0[item0] = i1;
              }
            }
          } else {
            const err6 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  }
  validate013.errors = vErrors;
  return errors === 0;
}
validate013.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listApiKeys_parameters
var validate38 = validate014;
function validate014(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate014.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate014.errors = vErrors;
  return errors === 0;
}
validate014.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createApiKey_parameters
var validate39 = validate015;
function validate015(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate015.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate015.errors = vErrors;
  return errors === 0;
}
validate015.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createApiKey_body
var validate40 = validate016;
var schema15 = { "type": "string", "enum": ["live", "test"], "description": "A key, its orders and its events live in one environment.", "x-error": "invalid environment" };
var schema23 = { "type": "string", "enum": ["orders", "read", "withdrawals", "keys"], "description": "`read` is for everything that only reads, streams included; `orders` to create and end orders, to act on the\nsandbox and to send webhooks again; `withdrawals` for what moves money out; `keys` for API keys, webhook\nendpoints, the webhook secret and links to the dashboard.\n" };
var func012 = require_ucs2length().default;
var pattern017 = new RegExp("\\S", "u");
function validate016(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate016.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.environment === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "environment" }, message: "must have required property 'environment'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.name !== void 0) {
          let data1 = data0.name;
          if (typeof data1 === "string") {
            if (func012(data1) > 100) {
              const err2 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" };
              if (vErrors === null) {
                vErrors = [err2];
              } else {
                vErrors.push(err2);
              }
              errors++;
            }
            if (func012(data1) < 1) {
              const err3 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (!pattern017.test(data1)) {
              const err4 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          } else {
            const err5 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        if (data0.environment !== void 0) {
          let data2 = data0.environment;
          if (typeof data2 !== "string") {
            const err6 = { instancePath: instancePath + "/body/environment", schemaPath: "#/components/schemas/Environment/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
          if (!(data2 === "live" || data2 === "test")) {
            const err7 = { instancePath: instancePath + "/body/environment", schemaPath: "#/components/schemas/Environment/enum", keyword: "enum", params: { allowedValues: schema15.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.scopes !== void 0) {
          let data3 = data0.scopes;
          if (Array.isArray(data3)) {
            if (data3.length > 4) {
              const err8 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/maxItems", keyword: "maxItems", params: { limit: 4 }, message: "must NOT have more than 4 items" };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (data3.length < 1) {
              const err9 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
            const len0 = data3.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data4 = data3[i0];
              if (typeof data4 !== "string") {
                const err10 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/properties/body/properties/scopes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
              if (typeof data4 !== "string") {
                const err11 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/components/schemas/KeyScope/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
              if (!(data4 === "orders" || data4 === "read" || data4 === "withdrawals" || data4 === "keys")) {
                const err12 = { instancePath: instancePath + "/body/scopes/" + i0, schemaPath: "#/components/schemas/KeyScope/enum", keyword: "enum", params: { allowedValues: schema23.enum }, message: "must be equal to one of the allowed values" };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
            }
            let i1 = data3.length;
            let j0;
            if (i1 > 1) {
              const indices0 = {};
              for (; i1--; ) {
                let item0 = data3[i1];
                if (typeof item0 !== "string") {
                  continue;
                }
                if (typeof indices0[item0] == "number") {
                  j0 = indices0[item0];
                  const err13 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
                  if (vErrors === null) {
                    vErrors = [err13];
                  } else {
                    vErrors.push(err13);
                  }
                  errors++;
                  break;
                }
                indices0[item0] = i1;
              }
            }
          } else {
            const err14 = { instancePath: instancePath + "/body/scopes", schemaPath: "#/properties/body/properties/scopes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  }
  validate016.errors = vErrors;
  return errors === 0;
}
validate016.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:revokeApiKey_parameters
var validate41 = validate117;
var pattern018 = new RegExp("^mk_(live|test)_[0-9A-Za-z]{24}$", "u");
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate117.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.key_id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "key_id" }, message: "must have required property 'key_id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.key_id !== void 0) {
          let data1 = data0.key_id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/key_id", schemaPath: "#/properties/params/properties/key_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["key_id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern018.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/key_id", schemaPath: "#/properties/params/properties/key_id/pattern", keyword: "pattern", params: { pattern: "^mk_(live|test)_[0-9A-Za-z]{24}$" }, message: 'must match pattern "^mk_(live|test)_[0-9A-Za-z]{24}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate117.errors = vErrors;
  return errors === 0;
}
validate117.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWebhook_parameters
var validate42 = validate017;
function validate017(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate017.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate017.errors = vErrors;
  return errors === 0;
}
validate017.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWebhook_body
var validate43 = validate018;
var schema24 = { "type": "string", "enum": ["payment.confirmed", "payment.expired", "payment.underpaid", "payment.frozen", "payment.overpaid", "withdrawal.completed", "withdrawal.failed"], "description": "An event type of a webhook endpoint's subscription; each is described under `webhooks`.", "x-error": "invalid event type" };
var func013 = require_ucs2length().default;
var pattern019 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
function validate018(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate018.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.url === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.events === void 0) {
          const err2 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "events" }, message: "must have required property 'events'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.url !== void 0) {
          let data1 = data0.url;
          if (typeof data1 === "string") {
            if (func013(data1) > 2048) {
              const err3 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (!pattern019.test(data1)) {
              const err4 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          } else {
            const err5 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        if (data0.events !== void 0) {
          let data2 = data0.events;
          if (Array.isArray(data2)) {
            if (data2.length > 7) {
              const err6 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/maxItems", keyword: "maxItems", params: { limit: 7 }, message: "must NOT have more than 7 items" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
            if (data2.length < 1) {
              const err7 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
            const len0 = data2.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data3 = data2[i0];
              if (typeof data3 !== "string") {
                const err8 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/properties/body/properties/events/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
              if (typeof data3 !== "string") {
                const err9 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/components/schemas/EventType/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
              if (!(data3 === "payment.confirmed" || data3 === "payment.expired" || data3 === "payment.underpaid" || data3 === "payment.frozen" || data3 === "payment.overpaid" || data3 === "withdrawal.completed" || data3 === "withdrawal.failed")) {
                const err10 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/components/schemas/EventType/enum", keyword: "enum", params: { allowedValues: schema24.enum }, message: "must be equal to one of the allowed values" };
                if (vErrors === null) {
                  vErrors = [err10];
                } else {
                  vErrors.push(err10);
                }
                errors++;
              }
            }
            let i1 = data2.length;
            let j0;
            if (i1 > 1) {
              const indices0 = {};
              for (; i1--; ) {
                let item0 = data2[i1];
                if (typeof item0 !== "string") {
                  continue;
                }
                if (typeof indices0[item0] == "number") {
                  j0 = indices0[item0];
                  const err11 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
                  if (vErrors === null) {
                    vErrors = [err11];
                  } else {
                    vErrors.push(err11);
                  }
                  errors++;
                  break;
                }
                indices0[item0] = i1;
              }
            }
          } else {
            const err12 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
  }
  validate018.errors = vErrors;
  return errors === 0;
}
validate018.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listWebhooks_parameters
var validate44 = validate019;
function validate019(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate019.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate019.errors = vErrors;
  return errors === 0;
}
validate019.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:updateWebhook_parameters
var validate45 = validate118;
var pattern020 = new RegExp("^wh_[0-9a-f]{32}$", "u");
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate118.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern020.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate118.errors = vErrors;
  return errors === 0;
}
validate118.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:updateWebhook_body
var validate46 = validate020;
var schema25 = { "type": "string", "enum": ["payment.confirmed", "payment.expired", "payment.underpaid", "payment.frozen", "payment.overpaid", "withdrawal.completed", "withdrawal.failed"], "description": "An event type of a webhook endpoint's subscription; each is described under `webhooks`.", "x-error": "invalid event type" };
var func014 = require_ucs2length().default;
var pattern021 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
function validate020(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate020.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.url !== void 0) {
          let data1 = data0.url;
          if (typeof data1 === "string") {
            if (func014(data1) > 2048) {
              const err0 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" };
              if (vErrors === null) {
                vErrors = [err0];
              } else {
                vErrors.push(err0);
              }
              errors++;
            }
            if (!pattern021.test(data1)) {
              const err1 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' };
              if (vErrors === null) {
                vErrors = [err1];
              } else {
                vErrors.push(err1);
              }
              errors++;
            }
          } else {
            const err2 = { instancePath: instancePath + "/body/url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
        if (data0.events !== void 0) {
          let data2 = data0.events;
          if (Array.isArray(data2)) {
            if (data2.length > 7) {
              const err3 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/maxItems", keyword: "maxItems", params: { limit: 7 }, message: "must NOT have more than 7 items" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
            if (data2.length < 1) {
              const err4 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            const len0 = data2.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data3 = data2[i0];
              if (typeof data3 !== "string") {
                const err5 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/properties/body/properties/events/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
              if (typeof data3 !== "string") {
                const err6 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/components/schemas/EventType/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err6];
                } else {
                  vErrors.push(err6);
                }
                errors++;
              }
              if (!(data3 === "payment.confirmed" || data3 === "payment.expired" || data3 === "payment.underpaid" || data3 === "payment.frozen" || data3 === "payment.overpaid" || data3 === "withdrawal.completed" || data3 === "withdrawal.failed")) {
                const err7 = { instancePath: instancePath + "/body/events/" + i0, schemaPath: "#/components/schemas/EventType/enum", keyword: "enum", params: { allowedValues: schema25.enum }, message: "must be equal to one of the allowed values" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            let i1 = data2.length;
            let j0;
            if (i1 > 1) {
              const indices0 = {};
              for (; i1--; ) {
                let item0 = data2[i1];
                if (typeof item0 !== "string") {
                  continue;
                }
                if (typeof indices0[item0] == "number") {
                  j0 = indices0[item0];
                  const err8 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
                  if (vErrors === null) {
                    vErrors = [err8];
                  } else {
                    vErrors.push(err8);
                  }
                  errors++;
                  break;
                }
                indices0[item0] = i1;
              }
            }
          } else {
            const err9 = { instancePath: instancePath + "/body/events", schemaPath: "#/properties/body/properties/events/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.is_active !== void 0) {
          if (typeof data0.is_active !== "boolean") {
            const err10 = { instancePath: instancePath + "/body/is_active", schemaPath: "#/properties/body/properties/is_active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  }
  validate020.errors = vErrors;
  return errors === 0;
}
validate020.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:deleteWebhook_parameters
var validate47 = validate119;
var pattern022 = new RegExp("^wh_[0-9a-f]{32}$", "u");
function validate119(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate119.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern022.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate119.errors = vErrors;
  return errors === 0;
}
validate119.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:sendTestWebhook_parameters
var validate48 = validate120;
var pattern023 = new RegExp("^wh_[0-9a-f]{32}$", "u");
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate120.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern023.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate120.errors = vErrors;
  return errors === 0;
}
validate120.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listWebhookDeliveries_parameters
var validate49 = validate210;
var schema26 = { "paths": {}, "components": { "parameters": { "WebhookIdInPath": { "name": "id", "in": "path", "required": true, "description": "Id of the webhook endpoint, in any letter case.", "schema": { "$ref": "#/components/schemas/WebhookId" }, "x-error": "webhook not found", "x-error-status": 404, "style": "simple", "explode": false }, "Limit": { "name": "limit", "in": "query", "description": "Rows per page.", "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "x-error": "invalid limit", "example": 20, "style": "form", "explode": true }, "Offset": { "name": "offset", "in": "query", "description": "Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads\nfurther. Not together with `cursor`.\n", "schema": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "x-error": "invalid offset", "example": 0, "style": "form", "explode": true }, "Cursor": { "name": "cursor", "in": "query", "description": "The beginning of the page, from `next` of another page.", "schema": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "example": "MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q", "style": "form", "explode": true }, "CreatedFrom": { "name": "created_from", "in": "query", "allowReserved": true, "description": "Created at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "CreatedTo": { "name": "created_to", "in": "query", "allowReserved": true, "description": "Created before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true } }, "schemas": { "WebhookId": { "type": "string", "pattern": "^wh_[0-9a-f]{32}$", "description": "Id of a webhook endpoint.", "x-brand": "WebhookId" }, "TimeBound": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "required": ["query", "headers", "params"], "properties": { "query": { "type": "object", "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "offset": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "cursor": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "status": { "type": "string", "enum": ["PENDING", "DELIVERED", "FAILED"] }, "created_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "created_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "headers": {}, "params": { "type": "object", "properties": { "id": { "type": "string", "pattern": "^wh_[0-9a-f]{32}$", "description": "Id of a webhook endpoint.", "x-brand": "WebhookId" } }, "required": ["id"] }, "cookies": {}, "body": {} } };
var pattern25 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern110 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var pattern024 = new RegExp("^wh_[0-9a-f]{32}$", "u");
var formats013 = require_formats().fullFormats["date-time"];
function validate210(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate210.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern25.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
        if (data0.status !== void 0) {
          let data4 = data0.status;
          if (typeof data4 !== "string") {
            let dataType3 = typeof data4;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data4;
              } else if (data4 === null) {
                coerced3 = "";
              } else {
                const err11 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data4 = coerced3;
              if (data0 !== void 0) {
                data0["status"] = coerced3;
              }
            }
          }
          if (!(data4 === "PENDING" || data4 === "DELIVERED" || data4 === "FAILED")) {
            const err12 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/enum", keyword: "enum", params: { allowedValues: schema26.properties.query.properties.status.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.created_from !== void 0) {
          let data5 = data0.created_from;
          if (!(typeof data5 == "string")) {
            const err13 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          if (typeof data5 === "string") {
            if (!pattern110.test(data5)) {
              const err14 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!formats013.validate(data5)) {
              const err15 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
        if (data0.created_to !== void 0) {
          let data6 = data0.created_to;
          if (!(typeof data6 == "string")) {
            const err16 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
          if (typeof data6 === "string") {
            if (!pattern110.test(data6)) {
              const err17 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (!formats013.validate(data6)) {
              const err18 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
          }
        }
      } else {
        const err19 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.params !== void 0) {
      let data7 = data.params;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (data7.id === void 0) {
          const err20 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
        if (data7.id !== void 0) {
          let data8 = data7.id;
          if (typeof data8 !== "string") {
            let dataType4 = typeof data8;
            let coerced4 = void 0;
            if (!(coerced4 !== void 0)) {
              if (dataType4 == "number" || dataType4 == "boolean") {
                coerced4 = "" + data8;
              } else if (data8 === null) {
                coerced4 = "";
              } else {
                const err21 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
            }
            if (coerced4 !== void 0) {
              data8 = coerced4;
              if (data7 !== void 0) {
                data7["id"] = coerced4;
              }
            }
          }
          if (typeof data8 === "string") {
            if (!pattern024.test(data8)) {
              const err22 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err22];
              } else {
                vErrors.push(err22);
              }
              errors++;
            }
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
  }
  validate210.errors = vErrors;
  return errors === 0;
}
validate210.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getWebhookDelivery_parameters
var validate50 = validate211;
var pattern025 = new RegExp("^wh_[0-9a-f]{32}$", "u");
var pattern111 = new RegExp("^wd_[0-9a-f]{32}$", "u");
function validate211(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate211.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.delivery_id === void 0) {
          const err4 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "delivery_id" }, message: "must have required property 'delivery_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern025.test(data1)) {
              const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
        }
        if (data0.delivery_id !== void 0) {
          let data2 = data0.delivery_id;
          if (typeof data2 !== "string") {
            let dataType1 = typeof data2;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data2;
              } else if (data2 === null) {
                coerced1 = "";
              } else {
                const err7 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data2 = coerced1;
              if (data0 !== void 0) {
                data0["delivery_id"] = coerced1;
              }
            }
          }
          if (typeof data2 === "string") {
            if (!pattern111.test(data2)) {
              const err8 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/pattern", keyword: "pattern", params: { pattern: "^wd_[0-9a-f]{32}$" }, message: 'must match pattern "^wd_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  }
  validate211.errors = vErrors;
  return errors === 0;
}
validate211.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:redeliverWebhookDelivery_parameters
var validate51 = validate212;
var pattern026 = new RegExp("^wh_[0-9a-f]{32}$", "u");
var pattern112 = new RegExp("^wd_[0-9a-f]{32}$", "u");
function validate212(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate212.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.delivery_id === void 0) {
          const err4 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "delivery_id" }, message: "must have required property 'delivery_id'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern026.test(data1)) {
              const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^wh_[0-9a-f]{32}$" }, message: 'must match pattern "^wh_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
        }
        if (data0.delivery_id !== void 0) {
          let data2 = data0.delivery_id;
          if (typeof data2 !== "string") {
            let dataType1 = typeof data2;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data2;
              } else if (data2 === null) {
                coerced1 = "";
              } else {
                const err7 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data2 = coerced1;
              if (data0 !== void 0) {
                data0["delivery_id"] = coerced1;
              }
            }
          }
          if (typeof data2 === "string") {
            if (!pattern112.test(data2)) {
              const err8 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/pattern", keyword: "pattern", params: { pattern: "^wd_[0-9a-f]{32}$" }, message: 'must match pattern "^wd_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  }
  validate212.errors = vErrors;
  return errors === 0;
}
validate212.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listEvents_parameters
var validate53 = validate121;
var pattern113 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern027 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var pattern34 = new RegExp("^[a-z._]{1,40}(,[a-z._]{1,40}){0,19}$", "u");
var formats014 = require_formats().fullFormats["date-time"];
function validate121(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate121.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.after !== void 0) {
          let data1 = data0.after;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/query/after", schemaPath: "#/properties/query/properties/after/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["after"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern113.test(data1)) {
              const err4 = { instancePath: instancePath + "/query/after", schemaPath: "#/properties/query/properties/after/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          }
        }
        if (data0.created_from !== void 0) {
          let data2 = data0.created_from;
          if (!(typeof data2 == "string")) {
            const err5 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
          if (typeof data2 === "string") {
            if (!pattern027.test(data2)) {
              const err6 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
            if (!formats014.validate(data2)) {
              const err7 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          }
        }
        if (data0.types !== void 0) {
          let data3 = data0.types;
          if (typeof data3 !== "string") {
            let dataType1 = typeof data3;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data3;
              } else if (data3 === null) {
                coerced1 = "";
              } else {
                const err8 = { instancePath: instancePath + "/query/types", schemaPath: "#/properties/query/properties/types/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data3 = coerced1;
              if (data0 !== void 0) {
                data0["types"] = coerced1;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern34.test(data3)) {
              const err9 = { instancePath: instancePath + "/query/types", schemaPath: "#/properties/query/properties/types/pattern", keyword: "pattern", params: { pattern: "^[a-z._]{1,40}(,[a-z._]{1,40}){0,19}$" }, message: 'must match pattern "^[a-z._]{1,40}(,[a-z._]{1,40}){0,19}$"' };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          }
        }
        let data4 = data0.limit;
        if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
          let dataType2 = typeof data4;
          let coerced2 = void 0;
          if (!(coerced2 !== void 0)) {
            if (dataType2 === "boolean" || data4 === null || dataType2 === "string" && data4 && data4 == +data4 && !(data4 % 1)) {
              coerced2 = +data4;
            } else {
              const err10 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
          if (coerced2 !== void 0) {
            data4 = coerced2;
            if (data0 !== void 0) {
              data0["limit"] = coerced2;
            }
          }
        }
        if (typeof data4 == "number" && isFinite(data4)) {
          if (data4 > 100 || isNaN(data4)) {
            const err11 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          if (data4 < 1 || isNaN(data4)) {
            const err12 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
  }
  validate121.errors = vErrors;
  return errors === 0;
}
validate121.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWithdrawal_parameters
var validate54 = validate021;
function validate021(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate021.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.traceparent !== void 0) {
          let data1 = data0.traceparent;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/traceparent", schemaPath: "#/properties/headers/properties/traceparent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["traceparent"] = coerced0;
              }
            }
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  }
  validate021.errors = vErrors;
  return errors === 0;
}
validate021.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWithdrawal_body
var validate55 = validate022;
var schema27 = { "type": "string", "enum": ["USDT"], "description": "Always USDT.", "x-error": "unsupported currency" };
var schema33 = { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" };
var formats015 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern028 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
var pattern114 = new RegExp("^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$", "u");
var pattern26 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://\\S+$", "u");
var pattern35 = new RegExp("^[\\x20-\\x7E]{1,255}$", "u");
var func015 = require_ucs2length().default;
function validate022(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate022.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.amount === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.currency === void 0) {
          const err2 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.network === void 0) {
          const err3 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.destination_address === void 0) {
          const err4 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "destination_address" }, message: "must have required property 'destination_address'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.amount !== void 0) {
          let data1 = data0.amount;
          if (typeof data1 === "string") {
            if (!pattern028.test(data1)) {
              const err5 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (!formats015.test(data1)) {
              const err6 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/body/amount", schemaPath: "#/components/schemas/WithdrawalAmount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.currency !== void 0) {
          let data2 = data0.currency;
          if (typeof data2 !== "string") {
            const err8 = { instancePath: instancePath + "/body/currency", schemaPath: "#/components/schemas/Currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data2 === "USDT")) {
            const err9 = { instancePath: instancePath + "/body/currency", schemaPath: "#/components/schemas/Currency/enum", keyword: "enum", params: { allowedValues: schema27.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.network !== void 0) {
          let data3 = data0.network;
          if (typeof data3 !== "string") {
            const err10 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
          if (!(data3 === "TRC20" || data3 === "ERC20" || data3 === "BEP20")) {
            const err11 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/enum", keyword: "enum", params: { allowedValues: schema33.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data0.destination_address !== void 0) {
          let data4 = data0.destination_address;
          if (typeof data4 === "string") {
            if (!pattern114.test(data4)) {
              const err12 = { instancePath: instancePath + "/body/destination_address", schemaPath: "#/components/schemas/DestinationAddress/pattern", keyword: "pattern", params: { pattern: "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$" }, message: 'must match pattern "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$"' };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          } else {
            const err13 = { instancePath: instancePath + "/body/destination_address", schemaPath: "#/components/schemas/DestinationAddress/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data0.description !== void 0) {
          let data5 = data0.description;
          if (typeof data5 === "string") {
            if (func015(data5) > 500) {
              const err14 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          } else {
            const err15 = { instancePath: instancePath + "/body/description", schemaPath: "#/properties/body/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data0.metadata !== void 0) {
          let data6 = data0.metadata;
          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
          } else {
            const err16 = { instancePath: instancePath + "/body/metadata", schemaPath: "#/components/schemas/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data0.webhook_url !== void 0) {
          let data7 = data0.webhook_url;
          if (typeof data7 === "string") {
            if (func015(data7) > 2048) {
              const err17 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (!pattern26.test(data7)) {
              const err18 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://\\S+$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://\\S+$"' };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
          } else {
            const err19 = { instancePath: instancePath + "/body/webhook_url", schemaPath: "#/components/schemas/HttpsUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
        if (data0.idempotency_key !== void 0) {
          let data8 = data0.idempotency_key;
          if (typeof data8 === "string") {
            if (!pattern35.test(data8)) {
              const err20 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]{1,255}$" }, message: 'must match pattern "^[\\x20-\\x7E]{1,255}$"' };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
          } else {
            const err21 = { instancePath: instancePath + "/body/idempotency_key", schemaPath: "#/components/schemas/IdempotencyKey/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
        }
      } else {
        const err22 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
  }
  validate022.errors = vErrors;
  return errors === 0;
}
validate022.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listWithdrawals_parameters
var validate56 = validate122;
var schema16 = { "paths": {}, "components": { "parameters": { "Limit": { "name": "limit", "in": "query", "description": "Rows per page.", "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "x-error": "invalid limit", "example": 20, "style": "form", "explode": true }, "Offset": { "name": "offset", "in": "query", "description": "Rows to skip. At or beyond the last row the page is empty; otherwise the maximum is 100,000, and `next` leads\nfurther. Not together with `cursor`.\n", "schema": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "x-error": "invalid offset", "example": 0, "style": "form", "explode": true }, "Cursor": { "name": "cursor", "in": "query", "description": "The beginning of the page, from `next` of another page.", "schema": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "example": "MTc2NzIyNTYwMDAwMCAwMTliMGU1Yy03ZTVhLTdjM2UtOWY1YS0wZDZhMWYxYzJiM2Q", "style": "form", "explode": true }, "CreatedFrom": { "name": "created_from", "in": "query", "allowReserved": true, "description": "Created at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "CreatedTo": { "name": "created_to", "in": "query", "allowReserved": true, "description": "Created before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true }, "UpdatedFrom": { "name": "updated_from", "in": "query", "allowReserved": true, "description": "Last changed at this time or later.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "style": "form", "explode": true }, "UpdatedTo": { "name": "updated_to", "in": "query", "allowReserved": true, "description": "Last changed before this time.", "schema": { "$ref": "#/components/schemas/TimeBound" }, "example": "2026-02-01T00:00:00Z", "style": "form", "explode": true } }, "schemas": { "TimeBound": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "required": ["query", "headers", "params"], "properties": { "query": { "type": "object", "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "offset": { "type": "integer", "minimum": 0, "maximum": 999999999, "default": 0 }, "cursor": { "type": "string", "pattern": "^[0-9A-Za-z_-]{1,100}$" }, "status": { "type": "string", "enum": ["PENDING", "REVIEW", "PROCESSING", "BROADCAST", "COMPLETED", "FAILED", "CANCELED"] }, "created_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "created_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "updated_from": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } }, "updated_to": { "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "description": "A time of RFC 3339. A `+` that is not written as `%2B`, `t` and `z`, and second 60 are read as meant. Fractions of a\nmillisecond are ignored.\n", "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z", "x-eov-type": "string", "x-eov-res-serdes": { "format": "date-time" } } } }, "headers": {}, "params": {}, "cookies": {}, "body": {} } };
var pattern115 = new RegExp("^[0-9A-Za-z_-]{1,100}$", "u");
var pattern029 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");
var formats016 = require_formats().fullFormats["date-time"];
function validate122(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate122.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.limit === void 0) {
          data0.limit = 20;
        }
        if (data0.offset === void 0) {
          data0.offset = 0;
        }
        let data1 = data0.limit;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType0 = typeof data1;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data1 === null || dataType0 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced0 = +data1;
            } else {
              const err3 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err3];
              } else {
                vErrors.push(err3);
              }
              errors++;
            }
          }
          if (coerced0 !== void 0) {
            data1 = coerced0;
            if (data0 !== void 0) {
              data0["limit"] = coerced0;
            }
          }
        }
        if (typeof data1 == "number" && isFinite(data1)) {
          if (data1 > 100 || isNaN(data1)) {
            const err4 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
          if (data1 < 1 || isNaN(data1)) {
            const err5 = { instancePath: instancePath + "/query/limit", schemaPath: "#/properties/query/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        let data2 = data0.offset;
        if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
          let dataType1 = typeof data2;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data2 === null || dataType1 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
              coerced1 = +data2;
            } else {
              const err6 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
          if (coerced1 !== void 0) {
            data2 = coerced1;
            if (data0 !== void 0) {
              data0["offset"] = coerced1;
            }
          }
        }
        if (typeof data2 == "number" && isFinite(data2)) {
          if (data2 > 999999999 || isNaN(data2)) {
            const err7 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999999999 }, message: "must be <= 999999999" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
          if (data2 < 0 || isNaN(data2)) {
            const err8 = { instancePath: instancePath + "/query/offset", schemaPath: "#/properties/query/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
        if (data0.cursor !== void 0) {
          let data3 = data0.cursor;
          if (typeof data3 !== "string") {
            let dataType2 = typeof data3;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 == "number" || dataType2 == "boolean") {
                coerced2 = "" + data3;
              } else if (data3 === null) {
                coerced2 = "";
              } else {
                const err9 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
            if (coerced2 !== void 0) {
              data3 = coerced2;
              if (data0 !== void 0) {
                data0["cursor"] = coerced2;
              }
            }
          }
          if (typeof data3 === "string") {
            if (!pattern115.test(data3)) {
              const err10 = { instancePath: instancePath + "/query/cursor", schemaPath: "#/properties/query/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^[0-9A-Za-z_-]{1,100}$" }, message: 'must match pattern "^[0-9A-Za-z_-]{1,100}$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          }
        }
        if (data0.status !== void 0) {
          let data4 = data0.status;
          if (typeof data4 !== "string") {
            let dataType3 = typeof data4;
            let coerced3 = void 0;
            if (!(coerced3 !== void 0)) {
              if (dataType3 == "number" || dataType3 == "boolean") {
                coerced3 = "" + data4;
              } else if (data4 === null) {
                coerced3 = "";
              } else {
                const err11 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err11];
                } else {
                  vErrors.push(err11);
                }
                errors++;
              }
            }
            if (coerced3 !== void 0) {
              data4 = coerced3;
              if (data0 !== void 0) {
                data0["status"] = coerced3;
              }
            }
          }
          if (!(data4 === "PENDING" || data4 === "REVIEW" || data4 === "PROCESSING" || data4 === "BROADCAST" || data4 === "COMPLETED" || data4 === "FAILED" || data4 === "CANCELED")) {
            const err12 = { instancePath: instancePath + "/query/status", schemaPath: "#/properties/query/properties/status/enum", keyword: "enum", params: { allowedValues: schema16.properties.query.properties.status.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.created_from !== void 0) {
          let data5 = data0.created_from;
          if (!(typeof data5 == "string")) {
            const err13 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          if (typeof data5 === "string") {
            if (!pattern029.test(data5)) {
              const err14 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
            if (!formats016.validate(data5)) {
              const err15 = { instancePath: instancePath + "/query/created_from", schemaPath: "#/properties/query/properties/created_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
        }
        if (data0.created_to !== void 0) {
          let data6 = data0.created_to;
          if (!(typeof data6 == "string")) {
            const err16 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
          if (typeof data6 === "string") {
            if (!pattern029.test(data6)) {
              const err17 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (!formats016.validate(data6)) {
              const err18 = { instancePath: instancePath + "/query/created_to", schemaPath: "#/properties/query/properties/created_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
          }
        }
        if (data0.updated_from !== void 0) {
          let data7 = data0.updated_from;
          if (!(typeof data7 == "string")) {
            const err19 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
          if (typeof data7 === "string") {
            if (!pattern029.test(data7)) {
              const err20 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
            if (!formats016.validate(data7)) {
              const err21 = { instancePath: instancePath + "/query/updated_from", schemaPath: "#/properties/query/properties/updated_from/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
          }
        }
        if (data0.updated_to !== void 0) {
          let data8 = data0.updated_to;
          if (!(typeof data8 == "string")) {
            const err22 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/x-eov-type", keyword: "x-eov-type", params: { type: "string", nullable: false }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
          if (typeof data8 === "string") {
            if (!pattern029.test(data8)) {
              const err23 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$" }, message: 'must match pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"' };
              if (vErrors === null) {
                vErrors = [err23];
              } else {
                vErrors.push(err23);
              }
              errors++;
            }
            if (!formats016.validate(data8)) {
              const err24 = { instancePath: instancePath + "/query/updated_to", schemaPath: "#/properties/query/properties/updated_to/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
          }
        }
      } else {
        const err25 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
    }
  }
  validate122.errors = vErrors;
  return errors === 0;
}
validate122.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:quoteWithdrawal_parameters
var validate57 = validate213;
var schema28 = { "paths": {}, "components": { "schemas": { "Network": { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" }, "WithdrawalAmount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "description": "USDT, at most 6 decimals; by default at least 10." } } }, "required": ["query", "headers", "params"], "properties": { "query": { "type": "object", "properties": { "network": { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" }, "amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "description": "USDT, at most 6 decimals; by default at least 10." } }, "required": ["network", "amount"] }, "headers": {}, "params": {}, "cookies": {}, "body": {} } };
var formats017 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern030 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$", "u");
function validate213(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate213.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.network === void 0) {
          const err3 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.amount === void 0) {
          const err4 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.network !== void 0) {
          let data1 = data0.network;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err5 = { instancePath: instancePath + "/query/network", schemaPath: "#/properties/query/properties/network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err5];
                } else {
                  vErrors.push(err5);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["network"] = coerced0;
              }
            }
          }
          if (!(data1 === "TRC20" || data1 === "ERC20" || data1 === "BEP20")) {
            const err6 = { instancePath: instancePath + "/query/network", schemaPath: "#/properties/query/properties/network/enum", keyword: "enum", params: { allowedValues: schema28.properties.query.properties.network.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.amount !== void 0) {
          let data2 = data0.amount;
          if (typeof data2 !== "string") {
            let dataType1 = typeof data2;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data2;
              } else if (data2 === null) {
                coerced1 = "";
              } else {
                const err7 = { instancePath: instancePath + "/query/amount", schemaPath: "#/properties/query/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            if (coerced1 !== void 0) {
              data2 = coerced1;
              if (data0 !== void 0) {
                data0["amount"] = coerced1;
              }
            }
          }
          if (typeof data2 === "string") {
            if (!pattern030.test(data2)) {
              const err8 = { instancePath: instancePath + "/query/amount", schemaPath: "#/properties/query/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$"' };
              if (vErrors === null) {
                vErrors = [err8];
              } else {
                vErrors.push(err8);
              }
              errors++;
            }
            if (!formats017.test(data2)) {
              const err9 = { instancePath: instancePath + "/query/amount", schemaPath: "#/properties/query/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
  }
  validate213.errors = vErrors;
  return errors === 0;
}
validate213.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWithdrawalDestination_parameters
var validate58 = validate023;
function validate023(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate023.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate023.errors = vErrors;
  return errors === 0;
}
validate023.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:createWithdrawalDestination_body
var validate59 = validate024;
var schema17 = { "type": "string", "enum": ["TRC20", "ERC20", "BEP20"], "x-off-by-default": ["BEP20"], "description": "Blockchain network: TRON, Ethereum or BNB Smart Chain. A service may have switched some off, by default BEP20; these\nanswer `unsupported network`.\n", "x-error": "unsupported network" };
var func016 = require_ucs2length().default;
var pattern031 = new RegExp("\\S", "u");
var pattern116 = new RegExp("^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$", "u");
function validate024(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate024.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.label === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "label" }, message: "must have required property 'label'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.network === void 0) {
          const err2 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.address === void 0) {
          const err3 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.label !== void 0) {
          let data1 = data0.label;
          if (typeof data1 === "string") {
            if (func016(data1) > 100) {
              const err4 = { instancePath: instancePath + "/body/label", schemaPath: "#/properties/body/properties/label/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (func016(data1) < 1) {
              const err5 = { instancePath: instancePath + "/body/label", schemaPath: "#/properties/body/properties/label/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (!pattern031.test(data1)) {
              const err6 = { instancePath: instancePath + "/body/label", schemaPath: "#/properties/body/properties/label/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/body/label", schemaPath: "#/properties/body/properties/label/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data0.network !== void 0) {
          let data2 = data0.network;
          if (typeof data2 !== "string") {
            const err8 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data2 === "TRC20" || data2 === "ERC20" || data2 === "BEP20")) {
            const err9 = { instancePath: instancePath + "/body/network", schemaPath: "#/components/schemas/Network/enum", keyword: "enum", params: { allowedValues: schema17.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.address !== void 0) {
          let data3 = data0.address;
          if (typeof data3 === "string") {
            if (!pattern116.test(data3)) {
              const err10 = { instancePath: instancePath + "/body/address", schemaPath: "#/components/schemas/DestinationAddress/pattern", keyword: "pattern", params: { pattern: "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$" }, message: 'must match pattern "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$"' };
              if (vErrors === null) {
                vErrors = [err10];
              } else {
                vErrors.push(err10);
              }
              errors++;
            }
          } else {
            const err11 = { instancePath: instancePath + "/body/address", schemaPath: "#/components/schemas/DestinationAddress/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  }
  validate024.errors = vErrors;
  return errors === 0;
}
validate024.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:listWithdrawalDestinations_parameters
var validate60 = validate025;
function validate025(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate025.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate025.errors = vErrors;
  return errors === 0;
}
validate025.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:deleteWithdrawalDestination_parameters
var validate61 = validate123;
var formats018 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate123(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate123.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!formats018.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate123.errors = vErrors;
  return errors === 0;
}
validate123.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getWithdrawal_parameters
var validate62 = validate026;
var func017 = require_ucs2length().default;
var pattern032 = new RegExp("^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|wdr_[0-9A-HJKMNP-TV-Z]{12})$", "u");
function validate026(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate026.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (func017(data1) > 36) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/maxLength", keyword: "maxLength", params: { limit: 36 }, message: "must NOT have more than 36 characters" };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
            if (!pattern032.test(data1)) {
              const err6 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/pattern", keyword: "pattern", params: { pattern: "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|wdr_[0-9A-HJKMNP-TV-Z]{12})$" }, message: 'must match pattern "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|wdr_[0-9A-HJKMNP-TV-Z]{12})$"' };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  }
  validate026.errors = vErrors;
  return errors === 0;
}
validate026.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:cancelWithdrawal_parameters
var validate63 = validate124;
var formats019 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate124.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!formats019.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate124.errors = vErrors;
  return errors === 0;
}
validate124.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getBalance_parameters
var validate64 = validate027;
function validate027(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate027.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate027.errors = vErrors;
  return errors === 0;
}
validate027.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:getRate_parameters
var validate65 = validate125;
var pattern033 = new RegExp("^[A-Z]{3}$", "u");
function validate125(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate125.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.query !== void 0) {
      let data0 = data.query;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.currency === void 0) {
          const err3 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.currency !== void 0) {
          let data1 = data0.currency;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/query/currency", schemaPath: "#/properties/query/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["currency"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern033.test(data1)) {
              const err5 = { instancePath: instancePath + "/query/currency", schemaPath: "#/properties/query/properties/currency/pattern", keyword: "pattern", params: { pattern: "^[A-Z]{3}$" }, message: 'must match pattern "^[A-Z]{3}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/query", schemaPath: "#/properties/query/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate125.errors = vErrors;
  return errors === 0;
}
validate125.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:streamTestDeliveries_parameters
var validate66 = validate028;
function validate028(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate028.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.headers !== void 0) {
      let data0 = data.headers;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0["last-event-id"] !== void 0) {
          let data1 = data0["last-event-id"];
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err3 = { instancePath: instancePath + "/headers/last-event-id", schemaPath: "#/properties/headers/properties/last-event-id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err3];
                } else {
                  vErrors.push(err3);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["last-event-id"] = coerced0;
              }
            }
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  }
  validate028.errors = vErrors;
  return errors === 0;
}
validate028.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:resendTestDelivery_parameters
var validate67 = validate126;
var pattern034 = new RegExp("^wd_[0-9a-f]{32}$", "u");
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate126.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.delivery_id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "delivery_id" }, message: "must have required property 'delivery_id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.delivery_id !== void 0) {
          let data1 = data0.delivery_id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["delivery_id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!pattern034.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/delivery_id", schemaPath: "#/properties/params/properties/delivery_id/pattern", keyword: "pattern", params: { pattern: "^wd_[0-9a-f]{32}$" }, message: 'must match pattern "^wd_[0-9a-f]{32}$"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate126.errors = vErrors;
  return errors === 0;
}
validate126.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:simulateOrder_parameters
var validate68 = validate127;
var formats020 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate127(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate127.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.query === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "query" }, message: "must have required property 'query'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.headers === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "headers" }, message: "must have required property 'headers'" };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.params === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "params" }, message: "must have required property 'params'" };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.params !== void 0) {
      let data0 = data.params;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0) {
          const err3 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.id !== void 0) {
          let data1 = data0.id;
          if (typeof data1 !== "string") {
            let dataType0 = typeof data1;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data1;
              } else if (data1 === null) {
                coerced0 = "";
              } else {
                const err4 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                if (vErrors === null) {
                  vErrors = [err4];
                } else {
                  vErrors.push(err4);
                }
                errors++;
              }
            }
            if (coerced0 !== void 0) {
              data1 = coerced0;
              if (data0 !== void 0) {
                data0["id"] = coerced0;
              }
            }
          }
          if (typeof data1 === "string") {
            if (!formats020.test(data1)) {
              const err5 = { instancePath: instancePath + "/params/id", schemaPath: "#/properties/params/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  }
  validate127.errors = vErrors;
  return errors === 0;
}
validate127.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// check:simulateOrder_body
var validate69 = validate029;
var schema0 = { "paths": {}, "components": { "schemas": { "SimulateOrder": { "type": "object", "required": ["action"], "properties": { "action": { "type": "string", "enum": ["pay", "authorise", "underpay", "overpay", "late_pay", "expire", "freeze", "reorg"], "description": "The action on the order; each is described above." }, "amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$", "description": "The amount to send; not with `expire` and `reorg`. On-chain at most 6 decimals, and fitting the action: less\nthan the order needs to be paid with `underpay`, more than the missing amount with `overpay`. On a CUSTOM\norder it is required; on a FIXED order it must equal the order's amount; settling an authorised order takes\nnone.\n", "x-error": "invalid amount" }, "remark": { "type": "string", "maxLength": 128, "description": "With `pay` and `authorise` on an OPEN app-only order, the payer's note." } } }, "OrderId": { "type": "string", "format": "uuid", "description": "UUID of an order.", "x-brand": "OrderId" } }, "parameters": { "OrderIdInPath": { "name": "id", "in": "path", "required": true, "description": "Id of the order, in any letter case.", "schema": { "$ref": "#/components/schemas/OrderId" }, "x-error": "order not found", "x-error-status": 404, "style": "simple", "explode": false } } }, "properties": { "query": {}, "headers": {}, "params": {}, "cookies": {}, "body": { "type": "object", "required": ["action"], "properties": { "action": { "type": "string", "enum": ["pay", "authorise", "underpay", "overpay", "late_pay", "expire", "freeze", "reorg"], "description": "The action on the order; each is described above." }, "amount": { "type": "string", "format": "decimal", "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$", "description": "The amount to send; not with `expire` and `reorg`. On-chain at most 6 decimals, and fitting the action: less\nthan the order needs to be paid with `underpay`, more than the missing amount with `overpay`. On a CUSTOM\norder it is required; on a FIXED order it must equal the order's amount; settling an authorised order takes\nnone.\n", "x-error": "invalid amount" }, "remark": { "type": "string", "maxLength": 128, "description": "With `pay` and `authorise` on an OPEN app-only order, the payer's note." } } } }, "required": ["body"] };
var formats021 = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;
var pattern035 = new RegExp("^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$", "u");
var func018 = require_ucs2length().default;
function validate029(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate029.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.action === void 0) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/required", keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.action !== void 0) {
          let data1 = data0.action;
          if (typeof data1 !== "string") {
            const err2 = { instancePath: instancePath + "/body/action", schemaPath: "#/properties/body/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (!(data1 === "pay" || data1 === "authorise" || data1 === "underpay" || data1 === "overpay" || data1 === "late_pay" || data1 === "expire" || data1 === "freeze" || data1 === "reorg")) {
            const err3 = { instancePath: instancePath + "/body/action", schemaPath: "#/properties/body/properties/action/enum", keyword: "enum", params: { allowedValues: schema0.properties.body.properties.action.enum }, message: "must be equal to one of the allowed values" };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
        if (data0.amount !== void 0) {
          let data2 = data0.amount;
          if (typeof data2 === "string") {
            if (!pattern035.test(data2)) {
              const err4 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$" }, message: 'must match pattern "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$"' };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
            if (!formats021.test(data2)) {
              const err5 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/format", keyword: "format", params: { format: "decimal" }, message: 'must match format "decimal"' };
              if (vErrors === null) {
                vErrors = [err5];
              } else {
                vErrors.push(err5);
              }
              errors++;
            }
          } else {
            const err6 = { instancePath: instancePath + "/body/amount", schemaPath: "#/properties/body/properties/amount/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data0.remark !== void 0) {
          let data3 = data0.remark;
          if (typeof data3 === "string") {
            if (func018(data3) > 128) {
              const err7 = { instancePath: instancePath + "/body/remark", schemaPath: "#/properties/body/properties/remark/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              if (vErrors === null) {
                vErrors = [err7];
              } else {
                vErrors.push(err7);
              }
              errors++;
            }
          } else {
            const err8 = { instancePath: instancePath + "/body/remark", schemaPath: "#/properties/body/properties/remark/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  }
  validate029.errors = vErrors;
  return errors === 0;
}
validate029.evaluated = { "props": { "query": true, "headers": true, "params": true, "cookies": true, "body": true }, "dynamicProps": false, "dynamicItems": false };

// <stdin>
var CHECKS = {
  createOrder: { parameters: validate, body: validate2 },
  listOrders: { parameters: validate3 },
  createAppOrder: { parameters: validate7, kinds: { FIXED: validate4, CUSTOM: validate6 } },
  getOrder: { parameters: validate8 },
  expireOrder: { parameters: validate9 },
  acceptOrder: { parameters: validate10 },
  createRefund: { parameters: validate11, body: validate17 },
  listRefunds: { parameters: validate18 },
  streamOrderEvents: { parameters: validate19 },
  listOrderDeliveries: { parameters: validate20 },
  createPaymentLink: { parameters: validate24, kinds: { FIXED: validate21, CUSTOM: validate23 } },
  listPaymentLinks: { parameters: validate25 },
  getPaymentLink: { parameters: validate26 },
  closePaymentLink: { parameters: validate27 },
  listPaymentLinkOrders: { parameters: validate28 },
  registerMerchant: { parameters: validate30, body: validate31 },
  getCurrentMerchant: { parameters: validate34 },
  rotateWebhookSecret: { parameters: validate35 },
  createDashboardLink: { parameters: validate36, body: validate37 },
  listApiKeys: { parameters: validate38 },
  createApiKey: { parameters: validate39, body: validate40 },
  revokeApiKey: { parameters: validate41 },
  createWebhook: { parameters: validate42, body: validate43 },
  listWebhooks: { parameters: validate44 },
  updateWebhook: { parameters: validate45, body: validate46 },
  deleteWebhook: { parameters: validate47 },
  sendTestWebhook: { parameters: validate48 },
  listWebhookDeliveries: { parameters: validate49 },
  getWebhookDelivery: { parameters: validate50 },
  redeliverWebhookDelivery: { parameters: validate51 },
  listEvents: { parameters: validate53 },
  createWithdrawal: { parameters: validate54, body: validate55 },
  listWithdrawals: { parameters: validate56 },
  quoteWithdrawal: { parameters: validate57 },
  createWithdrawalDestination: { parameters: validate58, body: validate59 },
  listWithdrawalDestinations: { parameters: validate60 },
  deleteWithdrawalDestination: { parameters: validate61 },
  getWithdrawal: { parameters: validate62 },
  cancelWithdrawal: { parameters: validate63 },
  getBalance: { parameters: validate64 },
  getRate: { parameters: validate65 },
  streamTestDeliveries: { parameters: validate66 },
  resendTestDelivery: { parameters: validate67 },
  simulateOrder: { parameters: validate68, body: validate69 }
};
export {
  CHECKS
};
