import type { Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf, userTopic } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import type { PrivateCalls } from '../../kernel/private-calls.ts'
import { versionOf } from '../../kernel/raise-topics.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'
import type { Work } from '../../kernel/work.ts'
import { unconnectedState } from '../../resources/guild/voice-states/index.ts'
import {
  findCallChannel,
  newCall,
  type PrivateCall,
  postCallMessage,
  presentWholeCall,
  snapshotOf,
  withoutRecipient,
  withoutRinging,
  withoutUser,
  withRestored,
  withRinging,
  withState,
} from '../../resources/messaging/calls/index.ts'
import { type CallHome, type CallPlace, MemoryCalls, StoredCalls } from './call-homes.ts'
import { logIgnored } from './ignored.ts'
import type { OnePlace } from './one-place.ts'
import type { Session } from './session.ts'
import type { VoiceAddresses } from './voice-addresses.ts'
import { sameFlags, type VoiceFlags } from './voice-request.ts'

/** Attempts to read a call whose events are being sent. */
const ATTEMPTS_MAX = 5

export interface PrivateCallParts {
  units: Units
  bus: Bus
  wallClock: Clock
  addresses: VoiceAddresses
  onePlace: OnePlace
  log: Logger
  runInBackground: (task: Promise<void>) => void
}

/** Outcome of an attempt to join a call. */
interface Joined {
  /** Voice states of the user elsewhere, which end first. */
  readonly others: readonly VoiceState[]
  /** State that the session had already, if it has requested the same again. */
  readonly again: readonly VoiceState[]
}

/** Calls in DMs and group DMs, as sessions request them. */
export class GatewayCalls implements PrivateCalls {
  readonly #parts: PrivateCallParts
  readonly #home: CallHome

  constructor(parts: PrivateCallParts) {
    this.#parts = parts
    this.#home = parts.bus.shared === null ? new MemoryCalls(parts) : new StoredCalls(parts)
  }

  /** Joins or moves to the call of a channel, changes the user's own flags, or leaves for null. */
  request(session: Session, channelId: Snowflake | null, flags: VoiceFlags): Promise<void> {
    return this.#parts.onePlace.request(session, () =>
      channelId === null ? this.#leaveAll(session) : this.#join(session, channelId, flags),
    )
  }

  /** Leaves the calls of a session. Returns no states that must end before. */
  async #leaveAll(session: Session): Promise<readonly VoiceState[]> {
    for (const state of await this.#home.placesOf(session.userId))
      if (state.session_id === session.id && state.channel_id !== null)
        await this.leave({ serverId: state.channel_id, userId: state.user_id, sessionId: session.id })
    return []
  }

  /** Joins a call, unless the user is in another one. Returns the user's states in others. */
  async #join(session: Session, channelId: Snowflake, flags: VoiceFlags): Promise<readonly VoiceState[]> {
    const { userId } = session
    const { onePlace, addresses } = this.#parts
    let joined: Joined = { others: [], again: [] }
    await this.#home.change(
      channelId,
      async (place) => {
        joined = await this.#joinAt(place, session, { channelId, flags })
      },
      { actor: { userId, reason: null }, holds: onePlace.holdsOf(session) },
    )
    // A client that lost its voice server asks for it by the same request again.
    for (const state of joined.again) addresses.sendAgain(state)
    return joined.others
  }

  async #joinAt(
    place: CallPlace,
    session: Session,
    { channelId, flags }: { channelId: Snowflake; flags: VoiceFlags },
  ): Promise<Joined> {
    const { user } = session.identity
    const channel = await place.read((work) => findCallChannel(work, channelId, user.id))
    if (!channel) {
      const reason = 'no DM of the user, or the recipient is blocked'
      logIgnored(this.#parts.log, 4, session, reason, { channel: channelId })
      return { others: [], again: [] }
    }
    const others = await this.#parts.onePlace.elsewhere(session, channelId, (run) => place.read(run))
    if (others.length > 0) return { others, again: [] }
    const messageId = place.call?.messageId ?? (await place.write((work) => postCallMessage(work, channel, user)))
    const call = place.call ?? newCall(channel, messageId, user.id, place.now)
    const before = call.states.get(user.id)
    const state = {
      ...(before ?? unconnectedState(user.id)),
      ...flags,
      session_id: session.id,
      channel_id: channelId,
    }
    await place.apply(withState({ ...call, recipientIds: channel.recipient_ids }, state))
    const isSame = before?.session_id === session.id && sameFlags(before, state)
    return { others, again: isSame ? [state] : [] }
  }

  /** Runs a task about screens that are shared in the call of a channel. Nothing else changes the call meanwhile. */
  hold(channelId: Snowflake, task: (place: CallPlace) => Promise<void>): Promise<void> {
    return this.#home.change(channelId, task)
  }

  /** Ends the voice state of a session in the call of a channel. The user may have moved to another session. */
  leave({ serverId, userId, sessionId }: Omit<VoiceTicket, 'channelId'>): Promise<void> {
    return this.#home.change(serverId, async ({ call, apply }) => {
      if (call?.states.get(userId)?.session_id === sessionId) await apply(withoutUser(call, userId))
    })
  }

  async isActive(work: Work, channelId: Snowflake): Promise<boolean> {
    return (await this.#home.find(work, channelId)) !== undefined
  }

  ring(work: Work, channelId: Snowflake, userIds: readonly Snowflake[]): Promise<void> {
    return this.#home.changeIn(work, channelId, (call, now) => withRinging(call, userIds, now))
  }

  stopRinging(work: Work, channelId: Snowflake, userIds: readonly Snowflake[]): Promise<void> {
    return this.#home.changeIn(work, channelId, (call) => withoutRinging(call, userIds))
  }

  /** Reads the calls that a user can join; null if they are in memory. */
  async read(work: Work, { kind, userId }: Session): Promise<PrivateCall[] | null> {
    return kind === 'person' ? ((await this.#home.ofUser?.(work, userId)) ?? null) : null
  }

  /** Sends the calls that a user can join. */
  sendAll(session: Session, read: readonly PrivateCall[] | null): void {
    for (const call of read ?? this.#home.present.values()) this.#send(session, call)
  }

  #send(session: Session, call: PrivateCall): void {
    if (call.recipientIds.includes(session.userId)) session.send('CALL_CREATE', presentWholeCall(snapshotOf(call)))
  }

  /** Sends the call of a channel to a user who can join it. */
  async sendTo(session: Session, channelId: Snowflake): Promise<void> {
    const { units, bus } = this.#parts
    const present = this.#home.present.get(channelId)
    if (present) return this.#send(session, present)
    if (bus.shared === null) return
    const { shared } = bus
    const topic = userTopic(session.userId)
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const { call, version } = await units.read(SYSTEM_ACTOR, async (work) => ({
        version: await versionOf(work, topic),
        call: await this.#home.find(work, channelId),
      }))
      // The end of a call that the session has received must not precede its beginning.
      if ((shared.standing(topic)?.published ?? 0) > version) continue
      if (call) this.#send(session, call)
      return
    }
  }

  /** Leaves the calls of a session that has ended. */
  async end(session: Session): Promise<void> {
    if (session.kind === 'person') await this.#parts.onePlace.queue.run(session.userId, () => this.#leaveAll(session))
  }

  /** Puts a restored session into its call again. Restored clients know it there. */
  async restore(session: Session, state: VoiceState): Promise<void> {
    const { channel_id: channelId, user_id: userId } = state
    // Rows of several nodes have the state, which may have changed since.
    if (state.guild_id !== null || channelId === null || this.#parts.bus.shared !== null) return
    await this.#home.change(channelId, async (place) => {
      const channel = await place.read((work) => findCallChannel(work, channelId, userId))
      if (!channel) return
      const { user } = session.identity
      const messageId = place.call?.messageId ?? (await place.write((work) => postCallMessage(work, channel, user)))
      const call = place.call ?? newCall(channel, messageId, user.id, place.now)
      await place.apply(withRestored(call, state))
    })
  }

  /** Applies a committed event: a user who leaves a group DM leaves its call. All nodes try; one of them does it. */
  receive(event: Event): void {
    const effect = effectOf(event)
    if (effect?.kind !== 'recipient-removed') return
    const { channelId, userId } = effect
    const left = this.#home.change(channelId, async ({ call, apply }) => {
      if (call) await apply(withoutRecipient(call, userId))
    })
    this.#parts.runInBackground(left)
  }
}
