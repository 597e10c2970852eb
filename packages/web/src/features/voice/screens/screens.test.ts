import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayOp } from '@guildhall/protocol'
import type { Client } from '../../../gateway/client.ts'
import { Screens } from './screens.ts'
import { sharedScreens } from './shared-screens.ts'

const KEY = 'guild:1:2:20'
const watched = () => [...sharedScreens.getState().watched.keys()]

/** Returns the screens of a person in a call, what they send, and a function that dispatches to them. */
function inCall() {
  const listeners = new Map<string, (data: unknown) => void>()
  const sent: number[] = []
  const client = {
    on(name: string, listener: (data: unknown) => void) {
      listeners.set(name, listener)
      return () => void listeners.delete(name)
    },
    send: (op: number) => sent.push(op) > 0,
  } as unknown as Client
  const screens = new Screens(client, { guildId: '1', channelId: '2', userId: '10', sessionId: 's' }, null)
  const created = { stream_key: KEY, rtc_server_id: '3', rtc_channel_id: '4', paused: false }
  return {
    screens,
    sent,
    created: () => listeners.get('STREAM_CREATE')?.(created),
    deleted: (reason: string) => listeners.get('STREAM_DELETE')?.({ stream_key: KEY, reason, unavailable: false }),
  }
}

test('a screen that is watched again is kept when the end of the former watching comes later', () => {
  const { screens, sent, created, deleted } = inCall()
  screens.watch('20')
  created()
  screens.stopWatching('20')
  assert.deepEqual(watched(), [])
  screens.watch('20')
  assert.deepEqual(sent, [GatewayOp.STREAM_WATCH, GatewayOp.STREAM_DELETE, GatewayOp.STREAM_WATCH])
  deleted('user_requested')
  assert.deepEqual(watched(), ['20'])
  created()
  deleted('stream_ended')
  assert.deepEqual(watched(), [])
  screens.close()
})

test('a screen that cannot be watched is not kept', () => {
  const { screens, deleted } = inCall()
  screens.watch('20')
  deleted('stream_full')
  assert.deepEqual(watched(), [])
  screens.close()
})
