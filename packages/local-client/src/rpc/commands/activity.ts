import type { ActivityObject } from '@guildhall/protocol'
import Type, { type Static } from 'typebox'
import { command } from '../command.ts'
import type { RpcApplication } from '../host.ts'
import { PseudoScope } from '../scopes.ts'
import { Text } from './fields.ts'

const Line = Type.Optional(Type.Union([Type.String({ maxLength: 128 }), Type.Null()]))
/** A link that people can open: http or https. [ACT-3] [ACT-4] [ACT-5] [ACT-6] */
const Link = Type.Optional(
  Type.Union([Type.String({ maxLength: 256, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://.' }), Type.Null()]),
)
const Image = Type.Optional(Type.String({ maxLength: 512 }))
const Time = Type.Optional(Type.Number({ minimum: 0 }))
const Secret = Type.Optional(Type.String({ maxLength: 128 }))

/** Types that a game may set: playing, listening, watching, competing. */
const TYPES = [0, 2, 3, 5] as const

const RpcActivity = Type.Object({
  name: Type.Optional(Text(128)),
  type: Type.Optional(Type.Union(TYPES.map((type) => Type.Literal(type)))),
  status_display_type: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 2 }), Type.Null()])),
  state: Line,
  state_url: Link,
  details: Line,
  details_url: Link,
  timestamps: Type.Optional(Type.Object({ start: Time, end: Time })),
  assets: Type.Optional(
    Type.Object({
      large_image: Image,
      large_text: Type.Optional(Type.String({ maxLength: 128 })),
      large_url: Link,
      small_image: Image,
      small_text: Type.Optional(Type.String({ maxLength: 128 })),
      small_url: Link,
    }),
  ),
  party: Type.Optional(
    Type.Object({
      id: Type.Optional(Type.String({ maxLength: 128 })),
      size: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 })),
      privacy: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    }),
  ),
  secrets: Type.Optional(Type.Object({ join: Secret, spectate: Secret, match: Secret })),
  buttons: Type.Optional(Type.Array(Type.Object({ label: Text(32), url: Text(512) }), { maxItems: 2 })),
  instance: Type.Optional(Type.Boolean()),
  supported_platforms: Type.Optional(Type.Array(Text(20), { maxItems: 5 })),
})
type RpcActivity = Static<typeof RpcActivity>

/** Instance flag of an activity. */
const INSTANCE = 1
/** Times below are seconds: the platform takes milliseconds. */
const SECONDS_BELOW = 100_000_000_000

/** Shows what the person plays, until the connection ends. Null clears it. [RPC-9] */
const setActivity = command({
  name: 'SET_ACTIVITY',
  scope: ['rpc', 'rpc.activities.write', PseudoScope.LOCAL],
  args: Type.Object({
    pid: Type.Optional(Type.Integer()),
    activity: Type.Optional(Type.Union([RpcActivity, Type.Null()])),
  }),
  run({ session, host }, { activity }) {
    const shown = activity ? presenceActivity(activity, session.application) : null
    host.setActivity(session, shown)
    session.atEnd('activity', () => host.setActivity(session, null))
    return shown && activity && resultOf(shown, activity)
  },
})

export const activityCommands = [setActivity]

/** Returns an activity as the gateway takes it: with the application's id, and by default its name. */
function presenceActivity(activity: RpcActivity, { id, name }: RpcApplication): ActivityObject {
  const { instance, timestamps, type = 0, ...rest } = activity
  return {
    ...rest,
    type,
    name: activity.name ?? name,
    application_id: id,
    ...(timestamps ? { timestamps: milliseconds(timestamps) } : {}),
    ...(instance ? { flags: INSTANCE, instance } : {}),
  } as unknown as ActivityObject
}

function milliseconds({ start, end }: NonNullable<RpcActivity['timestamps']>): { start?: number; end?: number } {
  const scaled = (time: number) => Math.floor(time < SECONDS_BELOW ? time * 1_000 : time)
  return {
    ...(start === undefined ? {} : { start: scaled(start) }),
    ...(end === undefined ? {} : { end: scaled(end) }),
  }
}

/** Returns the response: secrets stay with the game, and buttons are labels beside their links. */
function resultOf(shown: ActivityObject, { buttons }: RpcActivity): object {
  const { secrets: _, ...open } = shown as ActivityObject & { secrets?: unknown }
  if (!buttons) return open
  return {
    ...open,
    buttons: buttons.map(({ label }) => label),
    metadata: { button_urls: buttons.map(({ url }) => url) },
  }
}
