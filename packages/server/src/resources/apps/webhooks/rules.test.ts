import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ButtonStyle, ComponentType, Permission } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import { mayPostThere, mayPublish, maySeeToken, sendableComponents } from './rules.ts'

test('the token of an application’s webhook is visible to that application only', () => {
  const by = (id: bigint | undefined) => ({ application: id === undefined ? undefined : { id } }) as unknown as Caller
  assert.equal(maySeeToken({ application_id: null }, by(undefined)), true)
  assert.equal(maySeeToken({ application_id: null }, by(1n)), true)
  assert.equal(maySeeToken({ application_id: 1n }, by(1n)), true)
  assert.equal(maySeeToken({ application_id: 1n }, by(2n)), false)
  assert.equal(maySeeToken({ application_id: 1n }, by(undefined)), false)
})

for (const [name, forum, threadId, threadName, error] of [
  ['into a channel', false, undefined, undefined, undefined],
  ['into a thread of a channel', false, 1n, undefined, undefined],
  ['a thread into a channel', false, undefined, 'tea', 'WEBHOOK_THREADS_ONLY_IN_FORUMS'],
  ['into a post of a forum', true, 1n, undefined, undefined],
  ['a post into a forum', true, undefined, 'tea', undefined],
  ['into a forum without a post', true, undefined, undefined, 'WEBHOOK_FORUM_NEEDS_THREAD'],
  ['into a forum with an empty name', true, undefined, '', 'WEBHOOK_FORUM_NEEDS_THREAD'],
  ['into a post of a forum with a name', true, 1n, 'tea', 'WEBHOOK_FORUM_THREAD_AMBIGUOUS'],
] as const) {
  test(`a webhook that posts ${name} is ${error ? `refused with ${error}` : 'allowed'}`, () => {
    const verdict = mayPostThere(forum, threadId, threadName)
    assert.equal(verdict.ok ? undefined : verdict.error, error)
  })
}

const button = (style: number) => ({ type: ComponentType.BUTTON, style })
const row = (...components: object[]) => [{ type: ComponentType.ACTION_ROW, components }]
const INTERACTIVE = row(button(ButtonStyle.PRIMARY))
for (const [name, components, isSent] of [
  ['a text', [{ type: ComponentType.TEXT_DISPLAY, content: 'x' }], true],
  ['a link button', row(button(ButtonStyle.LINK)), true],
  ['a button', INTERACTIVE, false],
  ['a select', row({ type: ComponentType.USER_SELECT }), false],
  ['a button beside a text', [{ type: ComponentType.SECTION, accessory: button(ButtonStyle.DANGER) }], false],
  ['a button in a container', [{ type: ComponentType.CONTAINER, components: INTERACTIVE }], false],
] as const) {
  test(`a webhook without an application ${isSent ? 'sends' : 'may not send'} ${name}`, () => {
    const send = () => sendableComponents({ application_id: null }, components, true)
    if (isSent) assert.equal(send(), components)
    else assert.throws(send, (error) => error instanceof ApiError && error.code === 50035)
    assert.equal(sendableComponents({ application_id: 1n }, components, false), components)
    for (const none of [null, []])
      assert.equal(sendableComponents({ application_id: null }, none, false), undefined, 'edits keep the components')
    assert.equal(sendableComponents({ application_id: null }, components, false), undefined, 'without with_components')
  })
}

test('mayPublish accepts the author, and members with MANAGE_MESSAGES', () => {
  for (const [permissions, own, expected] of [
    [0n, true, true],
    [Permission.MANAGE_MESSAGES, false, true],
    [Permission.SEND_MESSAGES, false, false],
  ] as const)
    assert.equal(mayPublish(permissions, own).ok, expected, `${permissions} ${own}`)
})
