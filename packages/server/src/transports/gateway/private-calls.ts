import type { Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { type Bus, type Event, type EventType, unversioned, userTopic } from '../../kernel/event.ts'
import type { Channel, VoiceState } from '../../kernel/model.ts'
import type { PrivateCalls } from '../../kernel/private-calls.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import {
  callCreate,
  callDelete,
  callUpdate,
  callVoiceStateChanged,
  callVoiceStateUpdate,
  endCallMessage,
  findCallChannel,
  type PrivateCall,
  postCallMessage,
  presentWholeCall,
  snapshotOf,
} from '../../resources/messaging/calls/index.ts'
import { logIgnored } from './ignored.ts'
import type { Session } from './session.ts'
import { sameFlags, unconnectedState, type VoiceFlags } from './voice-request.ts'

/** Time for which clients of recipients ring. */
const RING_MS = 30_000

export interface PrivateCallParts {
  units: Units
  bus: Bus
  wallClock: Clock
  voiceServer: VoiceServer
  log: Logger
  runInBackground: (task: Promise<void>) => void
}

/** Calls in DMs and group DMs. They are not stored, except for the message that shows a call in its channel. */
export class GatewayCalls implements PrivateCalls {
  readonly #parts: PrivateCallParts
  readonly #calls = new Map<Snowflake, PrivateCall>()
  /** Requests one after another, because a user is in one call at a time, and a call begins and ends once. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: PrivateCallParts) {
    this.#parts = parts
  }

  /** Returns the voice states of a session. */
  statesOf(session: Session): VoiceState[] {
    return [...this.#calls.values()].flatMap(({ states }) => {
      const state = states.get(session.userId)
      return state?.session_id === session.id ? [state] : []
    })
  }

  /** Joins or moves to the call of a channel, changes the user's own flags, or leaves for null. */
  request(session: Session, channelId: Snowflake | null, flags: VoiceFlags): Promise<void> {
    return this.#queue.run(session.userId, async () => {
      for (const state of this.#statesOfUser(session.userId)) {
        const leaves = channelId === null ? state.session_id === session.id : state.channel_id !== channelId
        if (leaves) await this.#leave(state)
      }
      if (channelId === null) return
      const { units, log } = this.#parts
      const channel = await units.read(SYSTEM_ACTOR, (work) => findCallChannel(work, channelId, session.userId))
      if (channel) await this.#queue.run(channelId, () => this.#join(session, channel, flags))
      else logIgnored(log, 4, session, 'no DM of the user, or the recipient is blocked', { channel: channelId })
    })
  }

  #statesOfUser(userId: Snowflake): VoiceState[] {
    return [...this.#calls.values()].flatMap(({ states }) => states.get(userId) ?? [])
  }

  async #join(session: Session, channel: Channel, flags: VoiceFlags): Promise<void> {
    const { userId, id: sessionId } = session
    const before = this.#calls.get(channel.id)?.states.get(userId)
    const state = { ...(before ?? unconnectedState(userId)), ...flags, session_id: sessionId, channel_id: channel.id }
    const call = this.#calls.get(channel.id) ?? (await this.#begin(session, channel))
    call.recipientIds = channel.recipient_ids
    call.participants.add(userId)
    call.ringing.delete(userId)
    this.#put(call, state)
    if (!before && call.states.size === 1) this.#begun(call)
    else if (!before) this.#send(call, callUpdate, snapshotOf(call))
    this.#send(call, callVoiceStateUpdate, state)
    if (before?.session_id !== sessionId) return this.#sendServer(session, state)
    // A client that lost its voice server asks for it by the same request again.
    if (sameFlags(before, state)) this.#parts.runInBackground(this.#sendServerUnlessConnected(session, state))
  }

  async #sendServerUnlessConnected(session: Session, state: VoiceState): Promise<void> {
    if (!(await this.#parts.voiceServer.responds(ticketOf(state)))) this.#sendServer(session, state)
  }

  async #begin(session: Session, channel: Channel): Promise<PrivateCall> {
    const { user } = session.identity
    const actor = { userId: user.id, reason: null }
    const messageId = await this.#parts.units.write(actor, (work) => postCallMessage(work, channel, user))
    const ringing = new Set(channel.recipient_ids.filter((id) => id !== user.id))
    const call: PrivateCall = {
      channelId: channel.id,
      messageId,
      recipientIds: channel.recipient_ids,
      ringing,
      states: new Map(),
      participants: new Set(),
    }
    this.#calls.set(channel.id, call)
    return call
  }

  #begun(call: PrivateCall): void {
    this.#send(call, callCreate, snapshotOf(call))
    this.#endRinging(call, [...call.ringing])
  }

  #endRinging(call: PrivateCall, userIds: readonly Snowflake[]): void {
    const { wallClock } = this.#parts
    wallClock.at(wallClock.now() + RING_MS, () => {
      if (this.#calls.get(call.channelId) === call) this.stopRinging(call.channelId, userIds)
    })
  }

  #sendServer(session: Session, state: VoiceState): void {
    const { voiceServer } = this.#parts
    const ticket = ticketOf(state)
    const server = {
      token: voiceServer.tokenFor(ticket),
      guild_id: null,
      channel_id: ticket.channelId.toString(),
      endpoint: voiceServer.endpoint,
    }
    // After the state, which the fan-out sends.
    setImmediate(() => session.send('VOICE_SERVER_UPDATE', server))
  }

  async #leave(state: VoiceState): Promise<void> {
    if (state.channel_id === null) return
    const channelId = state.channel_id
    await this.#queue.run(channelId, async () => {
      const call = this.#calls.get(channelId)
      // The user may have moved to another session meanwhile.
      if (call?.states.get(state.user_id)?.session_id !== state.session_id) return
      const left = { ...state, channel_id: null }
      this.#put(call, left)
      this.#send(call, callVoiceStateUpdate, left)
      if (call.states.size === 0) await this.#end(call)
    })
  }

  #put(call: PrivateCall, state: VoiceState): void {
    if (state.channel_id === null) call.states.delete(state.user_id)
    else call.states.set(state.user_id, state)
    const payload = { channelId: call.channelId, state }
    this.#parts.bus.publish([unversioned(callVoiceStateChanged, userTopic(state.user_id), payload, null)])
  }

  async #end(call: PrivateCall): Promise<void> {
    const { channelId, messageId, participants } = call
    this.#calls.delete(channelId)
    this.#send(call, callDelete, { channelId })
    await this.#parts.units.write(SYSTEM_ACTOR, (work) => endCallMessage(work, channelId, messageId, [...participants]))
  }

  #send<P>(call: PrivateCall, type: EventType<P>, payload: P): void {
    const events = call.recipientIds.map((id) => unversioned(type, userTopic(id), payload, null))
    this.#parts.bus.publish(events)
  }

  isActive(channelId: Snowflake): boolean {
    return this.#calls.has(channelId)
  }

  ring(channelId: Snowflake, userIds: readonly Snowflake[]): void {
    const call = this.#calls.get(channelId)
    const added = userIds.filter((id) => call && !call.states.has(id) && !call.ringing.has(id))
    if (!call || added.length === 0) return
    for (const id of added) call.ringing.add(id)
    this.#send(call, callUpdate, snapshotOf(call))
    this.#endRinging(call, added)
  }

  stopRinging(channelId: Snowflake, userIds: readonly Snowflake[]): void {
    const call = this.#calls.get(channelId)
    const removed = userIds.filter((id) => call?.ringing.delete(id))
    if (call && removed.length > 0) this.#send(call, callUpdate, snapshotOf(call))
  }

  /** Sends the calls that a user can join, or the one of a channel. */
  sendTo(session: Session, channelId?: Snowflake): void {
    for (const call of this.#calls.values()) {
      const wanted = channelId === undefined || call.channelId === channelId
      if (wanted && call.recipientIds.includes(session.userId))
        session.send('CALL_CREATE', presentWholeCall(snapshotOf(call)))
    }
  }

  /** Leaves the calls of a session that has ended. */
  async end(session: Session): Promise<void> {
    for (const state of this.statesOf(session)) await this.#queue.run(session.userId, () => this.#leave(state))
  }

  /** Puts a restored session into its call again. Restored clients know it there. */
  async restore(session: Session, state: VoiceState): Promise<void> {
    const { channel_id: channelId, user_id: userId } = state
    if (state.guild_id !== null || channelId === null) return
    const channel = await this.#parts.units.read(SYSTEM_ACTOR, (work) => findCallChannel(work, channelId, userId))
    if (!channel) return
    await this.#queue.run(channelId, async () => {
      const call = this.#calls.get(channelId) ?? (await this.#begin(session, channel))
      call.ringing.clear()
      call.participants.add(userId)
      this.#put(call, state)
      // The address of the new voice server.
      this.#sendServer(session, state)
    })
  }

  /** Applies a committed event: a user who leaves a group DM leaves its call. */
  receive({ type, payload }: Event): void {
    const effect = type.effect?.(payload)
    if (effect?.kind !== 'recipient-removed') return
    const state = this.#calls.get(effect.channelId)?.states.get(effect.userId)
    if (state) this.#parts.runInBackground(this.#leave(state))
  }
}

function ticketOf({ channel_id, user_id, session_id }: VoiceState): VoiceTicket {
  const channelId = channel_id ?? 0n
  return { userId: user_id, serverId: channelId, channelId, sessionId: session_id }
}
