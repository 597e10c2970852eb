import { GatewayOp } from '@guildhall/protocol'
import { gatewayCommand } from '../command.ts'
import { readStreamCreate, readStreamKey } from '../stream-requests.ts'

/** Create Stream (op 18): a person shares a screen in the channel that they are in. */
export const createStream = gatewayCommand({
  op: GatewayOp.STREAM_CREATE,
  kinds: ['person'],
  read: readStreamCreate,
  run: ({ gateway, session, background }, place) => background(gateway.streams.create(session, place)),
})

/** Delete Stream (op 19): ends the own stream, or watching another's. */
export const deleteStream = gatewayCommand({
  op: GatewayOp.STREAM_DELETE,
  kinds: ['person'],
  read: readStreamKey,
  run: ({ gateway, session, background }, { key }) => background(gateway.streams.leave(session, key)),
})

/** Watch Stream (op 20). */
export const watchStream = gatewayCommand({
  op: GatewayOp.STREAM_WATCH,
  kinds: ['person'],
  read: readStreamKey,
  run: ({ gateway, session, background }, { key }) => background(gateway.streams.watch(session, key)),
})

/** Ping Stream (op 21): asks for the voice server of a stream again. */
export const pingStream = gatewayCommand({
  op: GatewayOp.STREAM_PING,
  kinds: ['person'],
  read: readStreamKey,
  run: ({ gateway, session, background }, { key }) => background(gateway.streams.ping(session, key)),
})

/** Set Stream Paused (op 22). */
export const pauseStream = gatewayCommand({
  op: GatewayOp.STREAM_SET_PAUSED,
  kinds: ['person'],
  read: readStreamKey,
  run: ({ gateway, session, background }, request) => background(gateway.streams.pause(session, request)),
})
