import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parametersOf } from '../../src/objects/parameters.ts'
import * as sdk from '../support/sdk.ts'
import { methodsOf, SURFACE } from './table.ts'

type Loose = Record<string, unknown>
type Class = { readonly nullobj: object; readonly prototype: object } & Loose
const exported = sdk as unknown as Loose
const classNames = Object.keys(SURFACE.classes)
const classOf = (name: string) => exported[name] as Class & (new (...given: unknown[]) => Loose)
const source = (path: string) => readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8')

test('[SDK-1] the package exports 32 classes with 430 methods, 22 enums and two functions', () => {
  assert.equal(classNames.length, 32)
  assert.equal(classNames.flatMap(methodsOf).length, 430)
  const enums = Object.keys(SURFACE.enums).filter((name) => !name.includes('.'))
  assert.equal(enums.length, 22)
  for (const name of [...classNames, ...enums, 'RunCallbacks', 'EnumToString'])
    assert.equal(sdk.guildhallsdk[name as 'Client'], exported[name], name)
  assert.ok(Object.isFrozen(sdk.guildhallsdk))
  const capitals = Object.keys(sdk.guildhallsdk).filter((name) => /^[A-Z]/.test(name))
  assert.deepEqual(capitals.sort(), [...classNames, ...enums, 'RunCallbacks', 'EnumToString'].sort())
})

for (const name of classNames)
  test(`${name} has the documented methods with their numbers of parameters, and no other one`, () => {
    const Class = classOf(name)
    for (const { name: method, isStatic, parameters } of methodsOf(name)) {
      const found = (isStatic ? Class : (Class.prototype as Loose))[method]
      assert.equal(typeof found, 'function', `${name}.${method}`)
      assert.equal((found as { length: number }).length, parameters.length, `${name}.${method}`)
    }
    const expected = new Set(methodsOf(name).map((method) => method.name))
    for (const extra of namesOf(Class.prototype)) assert.ok(!/^[A-Z]/.test(extra) || expected.has(extra), extra)
  })

test('enums have the documented values, are frozen and have no reverse keys', () => {
  for (const [path, values] of Object.entries(SURFACE.enums)) {
    const found = path.split('.').reduce<unknown>((at, key) => (at as Loose)[key], exported)
    assert.deepEqual(found, values, path)
    assert.ok(Object.isFrozen(found), path)
    for (const [name, value] of Object.entries(values)) assert.equal(sdk.EnumToString(found as never, value), name)
    assert.equal(sdk.EnumToString(found as never, 9999), 'unknown')
  }
  assert.throws(() => sdk.EnumToString(sdk.StatusType, 'Online' as never), TypeError)
})

test('static methods give the names of nested enums, and unknown for others', () => {
  assert.equal(sdk.Client.StatusToString(sdk.Client.Status.HttpWait), 'HttpWait')
  assert.equal(sdk.Client.ErrorToString(sdk.Client.Error.UnexpectedClose), 'UnexpectedClose')
  assert.equal(sdk.Client.ThreadToString(sdk.Client.Thread.Network), 'Network')
  assert.equal(sdk.Call.StatusToString(sdk.Call.Status.SignalingConnected), 'SignalingConnected')
  assert.equal(sdk.Call.ErrorToString(sdk.Call.Error.JoinTimeout), 'JoinTimeout')
  assert.equal(sdk.UserHandle.AvatarTypeToString(sdk.UserHandle.AvatarType.Webp), 'Webp')
  assert.equal(sdk.AdditionalContent.TypeToString(sdk.AdditionalContentType.Poll), 'Poll')
  assert.equal(sdk.Client.StatusToString(99 as never), 'unknown')
})

test('callback types have the documented shapes', () => {
  const types = source('callbacks/types.ts').replaceAll(/\s+/g, ' ')
  const areas = `${source('client/client.ts')}${source('handles/call.ts')}`
  for (const [path, shape] of Object.entries(SURFACE.callbacks)) {
    const [owner = '', name = ''] = path.split('.')
    const own = owner === 'Client' ? name : `${owner}${name}`
    const parameters = shape.replaceAll(/: (?:Call[.])?(Status|Error)\b/g, `: ${owner}$1`)
    assert.ok(flat(types).includes(flat(`export type ${own} = (${parameters}) => void`)), path)
    assert.ok(new RegExp(`type ${name} = (types[.])?${own}\\b`).test(areas), path)
  }
})

test('[SDK-2] each parameter of each method rejects a value of another type and a number out of range', () => {
  const client = new sdk.Client()
  for (const name of classNames)
    for (const { name: method, isStatic, parameters } of methodsOf(name)) {
      if (parameters.length === 0 || (/^Set/.test(method) && name !== 'Client' && name !== 'Call')) continue
      const Class = classOf(name)
      const owner = isStatic ? Class : Class.prototype
      const call = (given: unknown[]) => {
        const on = isStatic ? Class : name === 'Client' ? client : construct(name)
        return ((owner as Loose)[method] as (...given: unknown[]) => unknown).apply(on, given)
      }
      const valid = parameters.map(({ type }) => example(type))
      for (const [index, { name: parameter, type }] of parameters.entries()) {
        const given = (value: unknown) => valid.with(index, value)
        assert.throws(() => call(given(wrong(type))), TypeError, `${name}.${method}: ${parameter}`)
        if (type === 'bigint')
          assert.throws(() => call(given(2n ** 64n)), RangeError, `${name}.${method}: ${parameter}`)
        if (type === 'number') assert.throws(() => call(given(Number.NaN)), RangeError, `${name}.${method}`)
      }
      const declared = parametersOf(owner, method)
      if (declared)
        assert.deepEqual(
          Object.keys(declared),
          parameters.map((parameter) => parameter.name),
        )
    }
  client.dispose()
})

/** Names of the members of a class and of those that it extends. */
function namesOf(prototype: object | null): string[] {
  if (prototype === null || prototype === Object.prototype) return []
  return [...Object.getOwnPropertyNames(prototype), ...namesOf(Object.getPrototypeOf(prototype) as object | null)]
}

function construct(name: string): unknown {
  return SURFACE.classes[name]?.construct === 'public' ? new (classOf(name))() : classOf(name).nullobj
}

/** Returns a value that a parameter of a type accepts. */
function example(type: string): unknown {
  if (type === 'bigint') return 1n
  if (type === 'string') return 'x'
  if (type === 'boolean') return false
  if (type.startsWith('Record')) return {}
  if (/Callback$|^(?:Call[.])?On[A-Z]/.test(type)) return () => {}
  if (classNames.includes(type)) return construct(type)
  return 0
}

/** Returns a value that a parameter of a type rejects. */
function wrong(type: string): unknown {
  return type === 'string' ? 1 : 'text'
}

/** Texts without white space, parentheses of one parameter and final commas, which the formatter places. */
function flat(text: string): string {
  return text.replaceAll(/[\s,;]/g, '')
}
