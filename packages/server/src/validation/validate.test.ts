import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import fc from 'fast-check'
import {
  Distinct,
  Flags,
  ImageData,
  Int,
  Json,
  List,
  Nullable,
  OneOf,
  Optional,
  PermissionBits,
  RequiredText,
  SnowflakeId,
  Text,
  Timestamp,
  type TSchema,
  Type,
} from './schema.ts'
import { validate } from './validate.ts'

type Leaf = { code: string; message: string }

/** Returns the result of a validation: the decoded value, or the faults as `path: CODE message` lines. */
function outcome(schema: TSchema, input: unknown): unknown {
  const faults = new Faults()
  const decoded = validate(schema, input, faults)
  if (!faults.any) return decoded
  assert.equal(typeof decoded, 'symbol')
  const lines: string[] = []
  const visit = (node: object, path: string): void => {
    for (const [key, entry] of Object.entries(node)) {
      if (!Array.isArray(entry)) visit(entry as object, path === '' ? key : `${path}.${key}`)
      else for (const { code, message } of entry as Leaf[]) lines.push(`${path}: ${code} ${message}`)
    }
  }
  visit(faults.toJSON(), '')
  return lines
}

/** Returns the fault of a single value. */
const faultOf = (schema: TSchema, input: unknown) =>
  (outcome(Type.Object({ f: schema }), { f: input }) as string[]).map((line) => line.replace(/^f: /, '')).join('; ')

const decodedOf = (schema: TSchema, input: unknown) =>
  (outcome(Type.Object({ f: schema }), { f: input }) as { f: unknown }).f

const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1').toString('base64')}`

test('[ERR-8] valid values are decoded', () => {
  const cases: [TSchema, unknown, unknown][] = [
    [SnowflakeId, '175928847299117063', 175928847299117063n],
    [SnowflakeId, 12, 12n],
    [Text(1, 4), 42, '42'],
    [Text(1, 4), -7, '-7'],
    [PermissionBits, '2147483648', 2147483648n],
    [PermissionBits, 8, 8n],
    [Timestamp, '2026-01-02T03:04:05.678901+00:00', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    [Timestamp, '2026-01-02 03:04:05+0100', Date.UTC(2026, 0, 2, 2, 4, 5)],
    [Timestamp, '2026-01-02', Date.UTC(2026, 0, 2)],
    [Int(0, 10), '7', 7],
    [Int(0, 10), -0, 0],
    [Flags, 4096, 4096],
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), '0', false],
    [Type.Boolean(), 1, true],
    [Type.Boolean(), 0, false],
    [Type.Number(), '1.25', 1.25],
    [Text(1, 4), '👩👩👩👩', '👩👩👩👩'],
    [Nullable(Text(1, 4)), null, null],
    [OneOf(1, 2), '2', 2],
    [OneOf('a', 'b'), 'b', 'b'],
    [Type.Union([Type.Literal(1), Type.Literal('x'), Type.Null()]), 'x', 'x'],
    [List(SnowflakeId, 0, 5), '1,2', [1n, 2n]],
    [List(SnowflakeId, 0, 5), '', []],
    [List(Type.String(), 0, 5), 'a,b', ['a,b']],
    [List(Int(0, 9), 0, 5), ['1', 2], [1, 2]],
    [Type.Union([Type.String(), Type.Number()]), '5', '5'],
    [Type.Union([Type.Integer(), Type.Boolean()]), 'true', true],
    [Type.Record(Type.String(), Int(0, 9)), { a: 1 }, { a: 1 }],
    [Type.Record(Type.String({ pattern: '^[a-z]$' }), Int(0, 9)), { a: 1, B: 2 }, { a: 1 }],
    [Type.Intersect([Type.Object({ a: Int(0, 9) }), Type.Object({ b: Int(0, 9) })]), { a: 1, b: 2 }, { a: 1, b: 2 }],
    [Json, { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [ImageData, png, png],
    [ImageData, png.replace('image/png', 'image/jpg'), png.replace('image/png', 'image/jpg')],
  ]
  for (const [schema, input, expected] of cases) {
    assert.deepEqual(decodedOf(schema, input), expected)
  }
})

test('[ERR-8] each fault has its documented code and message', () => {
  const Choice = Type.Union([
    Type.Object({ type: Type.Literal(1), a: Text(1, 5) }),
    Type.Object({ type: Type.Union([Type.Literal(2), Type.Literal(3)]), b: Int(0, 5) }),
  ])
  const cases: [TSchema, unknown, string][] = [
    [Text(1, 100), null, 'BASE_TYPE_REQUIRED This field is required'],
    [Text(1, 100), '', 'BASE_TYPE_REQUIRED This field is required'],
    [Text(2, 100), 'x', 'BASE_TYPE_BAD_LENGTH Must be between 2 and 100 in length.'],
    [Text(1, 100), 'x'.repeat(101), 'BASE_TYPE_BAD_LENGTH Must be between 1 and 100 in length.'],
    [Text(0, 2000), 'x'.repeat(2001), 'BASE_TYPE_MAX_LENGTH Must be 2000 or fewer in length.'],
    [Text(0, 3), '👩👩👩👩', 'BASE_TYPE_MAX_LENGTH Must be 3 or fewer in length.'],
    [Type.String({ minLength: 3 }), '👩👩', 'BASE_TYPE_MIN_LENGTH Must be 3 or more in length.'],
    [RequiredText(256), 'x'.repeat(257), 'BASE_TYPE_MAX_LENGTH Must be 256 or fewer in length.'],
    [RequiredText(256), ' ', 'BASE_TYPE_REQUIRED This field is required'],
    [Text(0, 9), [], 'STRING_TYPE_CONVERT Could not interpret "[]" as string.'],
    [Text(0, 9), 1.5, 'STRING_TYPE_CONVERT Could not interpret "1.5" as string.'],
    [Text(0, 9), true, 'STRING_TYPE_CONVERT Could not interpret "true" as string.'],
    [Text(0, 1), 42, 'BASE_TYPE_MAX_LENGTH Must be 1 or fewer in length.'],
    [Text(0, 9), 'a\0b', 'STRING_TYPE_CONVERT Could not interpret "ab" as string.'],
    [Text(0, 9), 'a\ud800', 'STRING_TYPE_CONVERT Could not interpret "a\ufffd" as string.'],
    [Type.String({ pattern: '^[a-z]+$' }), 'A', 'STRING_TYPE_REGEX String value did not match validation regex.'],
    [Int(0, 9), 'x', 'NUMBER_TYPE_COERCE Value "x" is not int.'],
    [Int(0, 9), 1.5, 'NUMBER_TYPE_COERCE Value "1.5" is not int.'],
    [Int(0, 9), true, 'NUMBER_TYPE_COERCE Value "true" is not int.'],
    [Int(0, 9), Number.POSITIVE_INFINITY, 'NUMBER_TYPE_COERCE Value "Infinity" is not int.'],
    [Type.Number(), {}, 'NUMBER_TYPE_COERCE Value "{…}" is not float.'],
    [Int(1, 9), 0, 'NUMBER_TYPE_MIN int value should be greater than or equal to 1.'],
    [Int(1, 9), 10, 'NUMBER_TYPE_MAX int value should be less than or equal to 9.'],
    [Int(1, 9), 1e300, 'NUMBER_TYPE_MAX int value should be less than or equal to 9.'],
    [SnowflakeId, 2 ** 60, 'NUMBER_TYPE_COERCE Value "1152921504606847000" is not snowflake.'],
    [SnowflakeId, 'x', 'NUMBER_TYPE_COERCE Value "x" is not snowflake.'],
    [
      SnowflakeId,
      '9223372036854775808',
      'NUMBER_TYPE_MAX snowflake value should be less than or equal to 9223372036854775807.',
    ],
    [PermissionBits, '-1', 'NUMBER_TYPE_MIN int value should be greater than or equal to 0.'],
    [Type.Boolean(), 2, 'BOOLEAN_TYPE_CHOICES Must be either true or false.'],
    [Type.Boolean(), 'yes', 'BOOLEAN_TYPE_CHOICES Must be either true or false.'],
    [OneOf('desktop', 'ios'), 'x', "BASE_TYPE_CHOICES Value must be one of ('desktop', 'ios')."],
    [OneOf(0, 1), 2, 'BASE_TYPE_CHOICES Value must be one of (0, 1).'],
    [Nullable(OneOf(0, 1)), 2, 'BASE_TYPE_CHOICES Value must be one of (0, 1).'],
    [Timestamp, 1693807660000, 'DATE_TIME_TYPE_PARSE Could not parse 1693807660000. Should be ISO8601.'],
    [
      Timestamp,
      '2026-02-30T00:00:00Z',
      'DATE_TIME_TYPE_PARSE Could not parse 2026-02-30T00:00:00Z. Should be ISO8601.',
    ],
    [List(Int(0, 9), 0, 2), 5, 'LIST_TYPE_CONVERT Only iterables may be used in a ListType'],
    [List(Type.Object({}), 0, 2), 'x', 'LIST_TYPE_CONVERT Only iterables may be used in a ListType'],
    [List(Int(0, 9), 0, 2), [1, 2, 3], 'BASE_TYPE_MAX_LENGTH Must be 2 or fewer in length.'],
    [List(Int(0, 9), 1, 2), [], 'BASE_TYPE_BAD_LENGTH Must be between 1 and 2 in length.'],
    [List(Int(0, 9), 0, 2), [1, null], 'f.1: LIST_ITEM_VALUE_REQUIRED List item values of IntType are required'],
    [
      Distinct(SnowflakeId, 0, 3),
      ['1', '1'],
      'f.1: SET_TYPE_ALREADY_CONTAINS_VALUE The set already contains this value',
    ],
    [Type.Object({}), [], 'DICT_TYPE_CONVERT Only dictionaries may be used in a DictType'],
    [Type.Object({}), null, 'BASE_TYPE_REQUIRED This field is required'],
    [Choice, {}, 'f.type: BASE_TYPE_REQUIRED This field is required'],
    [Choice, { type: 9 }, 'UNION_TYPE_CHOICES Value of field "type" must be one of (1, 2, 3).'],
    [Choice, { type: 3, b: 7 }, 'f.b: NUMBER_TYPE_MAX int value should be less than or equal to 5.'],
    [Type.Union([Type.String(), Type.Number()]), [], 'UNION_TYPE_CHOICES Value fits none of the documented types.'],
    [
      Type.Union([Text(0, 1), List(Text(0, 1), 0, 1)]),
      ['ab'],
      'f.0: BASE_TYPE_MAX_LENGTH Must be 1 or fewer in length.',
    ],
    [ImageData, 'data:image/png;base64,AAAA', 'IMAGE_INVALID Invalid image data'],
    [ImageData, png.replace('image/png', 'image/svg+xml'), 'IMAGE_INVALID Invalid image data'],
    [ImageData, `${png}!!!!`, 'IMAGE_INVALID Invalid image data'],
    [ImageData, 5, 'IMAGE_INVALID Invalid image data'],
  ]
  for (const [schema, input, expected] of cases) assert.equal(faultOf(schema, input), expected)
})

test('[ERR-8] a form: missing, null and unknown fields, several faults, a path to start from', () => {
  const Form = Type.Object({
    name: Text(1, 10),
    topic: Optional(Text(0, 10)),
    parent_id: Optional(Nullable(SnowflakeId)),
    constructor: Optional(Int(0, 9)),
    items: Optional(List(Type.Object({ n: Int(0, 9) }), 0, 5)),
  })
  assert.deepEqual(outcome(Form, { name: 'a', parent_id: null, extra: 1 }), { name: 'a', parent_id: null })
  assert.deepEqual(outcome(Form, {}), ['name: BASE_TYPE_REQUIRED This field is required'])
  assert.deepEqual(outcome(Form, null), [': DICT_TYPE_CONVERT Only dictionaries may be used in a DictType'])
  assert.deepEqual(outcome(Form, undefined), [': BASE_TYPE_REQUIRED This field is required'])
  assert.deepEqual(outcome(Form, { topic: null, items: [{ n: 1 }, { n: 'x' }, {}] }), [
    'name: BASE_TYPE_REQUIRED This field is required',
    'topic: BASE_TYPE_REQUIRED This field is required',
    'items.1.n: NUMBER_TYPE_COERCE Value "x" is not int.',
    'items.2.n: BASE_TYPE_REQUIRED This field is required',
  ])
  const faults = new Faults()
  validate(Form, {}, faults, ['embeds', 3])
  assert.deepEqual(JSON.parse(JSON.stringify(faults)), {
    embeds: { 3: { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } } },
  })
})

test('hostile keys reach no prototype', () => {
  const Dictionary = Type.Object({ d: Type.Record(Type.String(), Int(0, 9)) })
  const sent: unknown = JSON.parse('{"d":{"__proto__":{"polluted":1},"constructor":1,"_errors":"x","toString":"x"}}')
  assert.equal((outcome(Dictionary, sent) as string[]).length, 2)
  const top = Type.Record(Type.String(), Int(0, 9))
  outcome(top, JSON.parse('{"__proto__":"x","constructor":"x","hasOwnProperty":"x"}'))
  assert.equal(Object.hasOwn(Object, '_errors'), false)
  assert.equal(Object.hasOwn(Object.prototype, '_errors'), false)
  const Texts = Type.Record(Type.String(), Text(0, 9))
  const texts = decodedOf(Texts, JSON.parse('{"__proto__":"x","constructor":"y"}'))
  assert.equal(JSON.stringify(texts), '{"__proto__":"x","constructor":"y"}', 'texts are plain data')
  assert.equal(Object.getPrototypeOf(texts), Object.prototype)
  const declared = Type.Object({ ['__proto__']: Type.Integer() })
  assert.equal(JSON.stringify(decodedOf(declared, JSON.parse('{"__proto__":1}'))), '{"__proto__":1}')
  const json = decodedOf(Json, JSON.parse('{"a":[{"__proto__":{"x":1},"b":2}]}'))
  assert.equal(JSON.stringify(json), '{"a":[{"b":2}]}')
})

test('JSON taken whole is bounded', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  assert.deepEqual(decodedOf(Json, nested(60)), nested(60))
  for (const input of [nested(65), nested(500_000), Array(100_001).fill(0), { 'a\0': 1 }, ['\ud800'], 'a\0'])
    assert.match(faultOf(Json, input), /^DICT_TYPE_CONVERT/)
  assert.match(faultOf(Text(0, 5), nested(500_000)), /^STRING_TYPE_CONVERT/)
  assert.match(faultOf(Int(0, 5), '9'.repeat(1_000_000)), /^NUMBER_TYPE_COERCE.{0,140}$/)
})

test('a schema that could not be checked is refused rather than let pass', () => {
  assert.throws(() => validate(Type.Tuple([Type.String()]), [], new Faults()), /cannot use tuple items/)
})

interface Sample {
  schema: TSchema
  /** The value as the wire has it. */
  input: unknown
  decoded: unknown
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0'))

/** Schemas with a valid input, and its decoded value. */
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    text.map((input) => ({ schema: Text(0, 200), input, decoded: input })),
    fc.integer().map((input) => ({ schema: Type.Integer(), input, decoded: input })),
    fc.integer().map((value) => ({ schema: Type.Integer(), input: String(value), decoded: value })),
    fc.boolean().map((input) => ({ schema: Type.Boolean(), input, decoded: input })),
    fc.bigInt(0n, 2n ** 63n - 1n).map((id) => ({ schema: SnowflakeId, input: String(id), decoded: id })),
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => ({ schema: Timestamp, input: date.toISOString(), decoded: date.getTime() })),
    tie('sample').map((one) => ({ ...one, schema: Nullable(one.schema) })),
    tie('sample').map(({ schema }) => ({ schema: Nullable(schema), input: null, decoded: null })),
    fc.tuple(tie('sample'), fc.nat(3)).map(([one, count]) => ({
      schema: List(Nullable(one.schema), 0, 3),
      input: Array(count).fill(one.input),
      decoded: Array(count).fill(one.decoded),
    })),
    fc.dictionary(fc.string({ minLength: 1 }), tie('sample'), { maxKeys: 4, noNullPrototype: true }).map((fields) => {
      const each = (key: keyof Sample) =>
        Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one[key]]))
      return {
        schema: Type.Object(each('schema') as Record<string, TSchema>),
        input: { ...each('input') },
        decoded: each('decoded'),
      }
    }),
  ),
}))

test('property: valid in, equal decoded out', () => {
  fc.assert(
    fc.property(sample, ({ schema, input, decoded }) => {
      assert.deepEqual(outcome(schema, input), decoded)
    }),
  )
})

test('property: random JSON never throws, and is either decoded or has faults', () => {
  fc.assert(
    fc.property(sample, fc.jsonValue(), ({ schema, input }, junk) => {
      outcome(schema, junk)
      outcome(schema, [input, junk])
      outcome(Type.Object({ a: schema, b: Optional(Json) }), { a: junk, b: junk })
    }),
  )
})
