import { ChannelType, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { guildTopic, type Topic, unversioned } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User, VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { findUser } from '../../resources/accounts/users/index.ts'
import { presentMember } from '../../resources/guild/members/index.ts'
import { voiceChange } from '../../resources/guild/voice-states/index.ts'
import { withState } from '../../resources/messaging/calls/index.ts'
import {
  type StreamEvent,
  type StreamPlace,
  type StreamTopics,
  serverOf,
  topicsOfGuild,
  topicsOfUsers,
} from '../../resources/messaging/streams/index.ts'
import type { GatewayCalls } from './private-calls.ts'

/** Place of a stream, while nothing else changes the streams of its channel. */
export interface HeldPlace {
  readonly work: Work
  /** Whether a call in the channel is encrypted. */
  readonly encrypts: boolean
  /** Returns the voice state of a user there. */
  stateOf(userId: Snowflake): VoiceState | undefined
  /** Returns the permissions of a user; null in a DM, and undefined without the channel or the membership. */
  permissionsOf(userId: Snowflake): Promise<bigint | null | undefined>
  /** Returns the topics of a stream. The user may have left the guild. */
  topicsWith(userId: Snowflake): Promise<StreamTopics>
  /**
   * Publishes events about the stream of the owner.
   *
   * @param isShared what the owner's voice state says from now on; undefined for no change
   */
  publish(events: readonly StreamEvent[], isShared?: boolean): Promise<void>
}

interface StreamPlacesParts {
  readonly units: Units
  readonly bus: Bus
  /** Platform date. */
  readonly clock: Clock
  readonly calls: Pick<GatewayCalls, 'hold'>
}

/** An owner of a stream who is a member of its guild. */
interface Owner {
  readonly member: Member
  readonly user: User
}

interface GuildPlace {
  readonly work: Work
  readonly view: GuildView | null
  readonly owner: Owner | undefined
}

/**
 * Channels in which screens are shared: in memory, or where there are several nodes, under the lock of the guild or of
 * the call.
 */
export class StreamPlaces {
  readonly #parts: StreamPlacesParts
  /** Changes in the memory of a process that is alone, by guild or DM. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: StreamPlacesParts) {
    this.#parts = parts
  }

  /** Runs a task that may change the streams of a channel. It holds the voice states there too. */
  hold(place: StreamPlace, task: (held: HeldPlace) => Promise<void>): Promise<void> {
    const { guildId } = place
    const run = () => (guildId === null ? this.#inCall(place, task) : this.#inGuild(guildId, place, task))
    return this.#parts.bus.shared === null ? this.#queue.run(serverOf(place), run) : run()
  }

  #inCall(place: StreamPlace, task: (held: HeldPlace) => Promise<void>): Promise<void> {
    return this.#parts.calls.hold(place.channelId, (call) =>
      call.read((work) =>
        task({
          work,
          encrypts: true,
          stateOf: (userId) => call.call?.states.get(userId),
          permissionsOf: async () => null,
          topicsWith: async () => topicsOfUsers(place),
          publish: async (events, isShared) => {
            this.#publish(work, events)
            const state = call.call?.states.get(place.ownerId)
            if (call.call && state && isShared !== undefined && state.self_stream !== isShared)
              await call.apply(withState(call.call, { ...state, self_stream: isShared }))
          },
        }),
      ),
    )
  }

  #inGuild(guildId: Snowflake, place: StreamPlace, task: (held: HeldPlace) => Promise<void>): Promise<void> {
    const { units, bus } = this.#parts
    const run = async (work: Work) => {
      const view = await work.view(guildId)
      const member = view && (await memberInGuild(work, view, place.ownerId))
      const user = member && (await findUser(work, place.ownerId))
      const owner = member && user ? { member, user } : undefined
      await task(this.#heldGuild({ work, view, owner }, place))
    }
    return bus.shared === null ? units.read(SYSTEM_ACTOR, run) : units.write(SYSTEM_ACTOR, run)
  }

  #heldGuild({ work, view, owner }: GuildPlace, place: StreamPlace): HeldPlace {
    const { clock } = this.#parts
    const channel = view?.channels.get(place.channelId)
    const memberOf = async (userId: Snowflake) => (view ? await memberInGuild(work, view, userId) : undefined)
    return {
      work,
      encrypts: channel?.type !== ChannelType.GUILD_STAGE_VOICE,
      stateOf: (userId) => view?.voiceStates.get(userId),
      permissionsOf: async (userId) => {
        const member = await memberOf(userId)
        return view && channel && member ? memberChannelPermissions(view, channel, member, clock.now()) : undefined
      },
      topicsWith: async (userId) => {
        if (!view) return topicsOfUsers(place)
        return topicsOfGuild(view.id, (await memberOf(userId)) ? null : userId)
      },
      publish: async (events, isShared) => {
        const shown = view && owner && isShared !== undefined ? this.#shown(view, owner, isShared) : []
        this.#publish(work, [...events, ...shown])
      },
    }
  }

  /** Returns the events of the owner's voice state. */
  #shown(view: GuildView, { member, user }: Owner, isShared: boolean): StreamEvent[] {
    const state = view.voiceStates.get(member.user_id)
    if (!state) return []
    const context = { now: this.#parts.clock.now(), member: presentMember(member, user), roles: member.roles }
    const topic = guildTopic(view.id)
    return voiceChange(view, { ...state, self_stream: isShared }, context).map((event) => ({ ...event, topic }))
  }

  #publish(work: Work, events: readonly StreamEvent[]): void {
    if (work.writing) for (const { type, topic, payload } of events) work.emit(type, topic, payload)
    else
      this.#parts.bus.publish(
        events.map(({ type, topic, payload }) => unversioned(type, topic, payload, guildOf(topic))),
      )
  }
}

const guildOf = (topic: Topic) => (topic.startsWith('guild.') ? BigInt(topic.slice('guild.'.length)) : null)
