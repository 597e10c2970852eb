import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAudioDevice } from '../../src/values/audio-device.ts'
import { makeAuthorizationCodeVerifier } from '../../src/values/authorization-code-verifier.ts'
import { makeClientResult } from '../../src/values/client-result.ts'
import { makeGuildChannel } from '../../src/values/guild-channel.ts'
import { makeGuildMinimal } from '../../src/values/guild-minimal.ts'
import { makeLinkedChannel } from '../../src/values/linked-channel.ts'
import { makeVADThresholdSettings } from '../../src/values/vad-threshold-settings.ts'
import * as sdk from '../support/sdk.ts'
import { methodsOf, SURFACE, type SurfaceMethod } from './table.ts'

type Loose = Record<string, (...given: unknown[]) => unknown> & { readonly valid: boolean }
type Class = (new (
  other?: unknown,
) => Loose) & {
  readonly nullobj: Loose
  move(other: unknown): Loose
}

/** Makes objects of classes without a public constructor, as the library does. */
const MAKERS: Readonly<Record<string, () => unknown>> = {
  AudioDevice: () => makeAudioDevice({}),
  AuthorizationCodeVerifier: () => makeAuthorizationCodeVerifier({}),
  ClientResult: () => makeClientResult({}),
  GuildChannel: () => makeGuildChannel({}),
  GuildMinimal: () => makeGuildMinimal({}),
  LinkedChannel: () => makeLinkedChannel({}),
  VADThresholdSettings: () => makeVADThresholdSettings({}),
}
const structs = Object.keys(SURFACE.classes).filter((name) => methodsOf(name).some((one) => /^Set/.test(one.name)))
const values = structs.filter((name) => name !== 'Client' && name !== 'Call')
const classOf = (name: string) => sdk.guildhallsdk[name as 'Activity'] as unknown as Class
const fresh = (name: string) => (MAKERS[name]?.() ?? new (classOf(name))()) as Loose

for (const name of values) {
  const setters = methodsOf(name).filter((method) => /^Set/.test(method.name))

  test(`[SDK-3] [SDK-4] ${name}: each setter sets a copy of what its getter returns`, () => {
    const object = fresh(name)
    for (const setter of setters) {
      const getter = setter.name.slice(3)
      const type = setter.parameters[0]?.type ?? ''
      for (const value of samples(type)) {
        object[setter.name]?.(value)
        const got = object[getter]?.()
        assert.deepEqual(plain(got), plain(value === undefined ? null : value), `${name}.${getter}`)
        if (isObject(got)) assert.notEqual(got, value, `${name}.${getter} returns a copy`)
      }
      assert.throws(() => object[setter.name]?.(wrong(type)), TypeError, `${name}.${setter.name}`)
      for (const value of outOfRange(name, setter)) assert.throws(() => object[setter.name]?.(value), RangeError)
    }
  })

  test(`[SDK-27] [SDK-28] ${name}.nullobj is frozen and not valid: getters give defaults, setters throw`, () => {
    const { nullobj } = classOf(name)
    assert.ok(Object.isFrozen(nullobj))
    assert.equal(nullobj.valid, false)
    assert.equal(nullobj.toBoolean?.(), false)
    assert.equal(fresh(name).valid, true)
    for (const setter of setters) {
      const [sample] = samples(setter.parameters[0]?.type ?? '')
      assert.throws(() => nullobj[setter.name]?.(sample), TypeError)
      if (setter.returns.endsWith('| null')) assert.equal(nullobj[setter.name.slice(3)]?.(), null)
    }
    assert.throws(() => nullobj.assign?.(fresh(name)), TypeError)
  })

  if (SURFACE.classes[name]?.copy)
    test(`[SDK-23] [SDK-24] [SDK-25] [SDK-26] ${name} is copied and moved`, () => {
      const Class = classOf(name)
      const one = fresh(name)
      for (const setter of setters) one[setter.name]?.(samples(setter.parameters[0]?.type ?? '')[0])
      const before = snapshot(name, one)
      const copy = new Class(one)
      assert.deepEqual(snapshot(name, copy), before)
      const [first] = setters
      if (first) copy[first.name]?.(samples(first.parameters[0]?.type ?? '').at(-1))
      assert.deepEqual(snapshot(name, one), before, 'the original keeps its values')

      const assigned = fresh(name).assign?.(one) as Loose
      assert.deepEqual(snapshot(name, assigned), before)
      const moved = Class.move(one)
      assert.deepEqual([snapshot(name, moved), one.valid], [before, false])
      const target = fresh(name)
      assert.equal(target.moveFrom?.(moved), target)
      assert.deepEqual([snapshot(name, target), moved.valid], [before, false])
      assert.throws(() => new Class({}), TypeError)
      assert.throws(() => Class.move({}), TypeError)
      assert.equal(Class.move(Class.nullobj).valid, false)
    })
  else test(`${name} cannot be copied`, () => assert.throws(() => new (classOf(name))(fresh(name)), TypeError))
}

test('classes without a public constructor throw a TypeError', () => {
  for (const [name, { construct }] of Object.entries(SURFACE.classes))
    if (construct === 'none') assert.throws(() => new (classOf(name))(), TypeError, name)
})

test('getters return copies: a change of a part does not change the activity', () => {
  const activity = new sdk.Activity()
  const party = new sdk.ActivityParty()
  party.SetId('first')
  activity.SetParty(party)
  party.SetId('second')
  activity.Party()?.SetId('third')
  assert.equal(activity.Party()?.Id(), 'first')
  activity.SetParty(null)
  assert.equal(activity.Party(), null)
})

test('an activity has copies of its buttons and equals one with the same values', () => {
  const [one, other] = [new sdk.Activity(), new sdk.Activity()]
  const button = new sdk.ActivityButton()
  button.SetLabel('Watch')
  button.SetUrl('https://example.org')
  one.AddButton(button)
  assert.equal(one.Equals(other), false)
  button.SetLabel('changed')
  assert.equal(one.GetButtons()[0]?.Label(), 'Watch')
  other.AddButton(one.GetButtons()[0] ?? button)
  assert.equal(one.Equals(other), true)
  assert.equal(one.Equals(new sdk.Activity(one)), true)
})

test('devices are equal by their ids, contents by their values', () => {
  const device = makeAudioDevice({ id: 'a', name: 'one' })
  assert.equal(device.Equals(makeAudioDevice({ id: 'a', name: 'two' })), true)
  assert.equal(device.Equals(makeAudioDevice({ id: 'b', name: 'one' })), false)
  const [content, same] = [new sdk.AdditionalContent(), new sdk.AdditionalContent()]
  content.SetTitle('poll')
  assert.equal(content.Equals(same), false)
  same.SetTitle('poll')
  assert.equal(content.Equals(same), true)
})

test('a result is one line', () => {
  const result = makeClientResult({ successful: false, type: sdk.ErrorType.HTTPError, error: 'Unknown User' })
  result.SetStatus(sdk.HttpStatusCode.NotFound)
  result.SetErrorCode(10013)
  assert.equal(result.ToString(), 'HTTPError: Unknown User, status 404, code 10013')
  assert.equal(makeClientResult({}).ToString(), 'Success')
})

test('[SDK-3] [SDK-5] ids are accepted as decimal digits, as JSON has them', () => {
  const args = fresh('AuthorizationArgs')
  args.SetClientId?.('18446744073709551615')
  assert.equal(args.ClientId?.(), 2n ** 64n - 1n)
  assert.throws(() => args.SetClientId?.('18446744073709551616'), RangeError)
  for (const text of ['', '-1', '1.5', '0x1', ' 1', '1n']) assert.throws(() => args.SetClientId?.(text), TypeError)
  const activity = fresh('Activity')
  activity.SetApplicationId?.('77')
  assert.equal(activity.ApplicationId?.(), 77n)
  activity.SetApplicationId?.(null)
  assert.equal(activity.ApplicationId?.(), null)
  const client = new sdk.Client() as unknown as Loose & { dispose(): void }
  client.SetApplicationId?.('5')
  assert.equal(client.GetApplicationId?.(), 5n)
  client.dispose()
})

/** Returns values that a setter of a type accepts: undefined unsets an optional. */
function samples(type: string): unknown[] {
  const base = type.replace(' | null', '')
  const last = type.endsWith('| null') ? [null, undefined] : []
  if (base === 'bigint') return [7n, 2n ** 64n - 1n, ...last]
  if (base === 'string') return ['text', '', ...last]
  if (base === 'boolean') return [true, false]
  if (base === 'number' || SURFACE.enums[base]) return [1, 0, ...last]
  const part = MAKERS[base]?.() ?? new (classOf(base))()
  return [part, ...last]
}

function wrong(type: string): unknown {
  return type.startsWith('string') ? 1 : 'text'
}

function outOfRange(name: string, { name: method, parameters: [parameter] }: SurfaceMethod): unknown[] {
  const base = parameter?.type.replace(' | null', '') ?? ''
  if (base === 'bigint') return [-1n, 2n ** 64n]
  if (`${name}.${method}` === 'AdditionalContent.SetCount') return [-1, 256]
  return base === 'number' || SURFACE.enums[base] ? [Number.NaN, Number.POSITIVE_INFINITY] : []
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function snapshot(name: string, object: Loose): unknown {
  return methodsOf(name)
    .filter((method) => method.parameters.length === 0 && !method.isStatic)
    .map((method) => plain(object[method.name]?.()))
}

/** Returns what an object holds: its values by their getters. */
function plain(value: unknown): unknown {
  const name = (value as object | null)?.constructor.name ?? ''
  if (Array.isArray(value)) return value.map(plain)
  return isObject(value) && SURFACE.classes[name] ? snapshot(name, value as Loose) : value
}
