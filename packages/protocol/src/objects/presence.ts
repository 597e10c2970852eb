import { type Static, Type } from 'typebox'
import { PartialUserObject } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, Text } from './wire.ts'

export const ActivityObject = Type.Object(
  {
    name: Text,
    type: Int,
    url: maybeNull(Text),
    created_at: maybe(Int),
    /** Id of the activity within its presence. */
    id: maybe(Text),
    timestamps: maybe(Type.Object({ start: maybe(Int), end: maybe(Int) })),
    application_id: maybe(Id),
    status_display_type: maybeNull(Int),
    details: maybeNull(Text),
    details_url: maybeNull(Text),
    state: maybeNull(Text),
    state_url: maybeNull(Text),
    emoji: maybeNull(Type.Object({ id: maybe(Id), name: maybe(Text), animated: maybe(Flag) })),
    party: maybe(Type.Object({ id: maybe(Text), size: maybe(Type.Array(Int)) })),
    assets: maybe(
      Type.Object({
        large_image: maybe(Text),
        large_text: maybe(Text),
        large_url: maybeNull(Text),
        small_image: maybe(Text),
        small_text: maybe(Text),
        small_url: maybeNull(Text),
        invite_cover_image: maybe(Text),
      }),
    ),
    secrets: maybe(Type.Object({ join: maybe(Text), spectate: maybe(Text), match: maybe(Text) })),
    instance: maybe(Flag),
    flags: maybe(Int),
    /** Labels only: links stay with the platform until the button is pressed. */
    buttons: maybe(Type.Array(Text)),
  },
  { title: 'Activity' },
)
export type ActivityObject = Static<typeof ActivityObject>

export const PresenceObject = Type.Object(
  {
    user: PartialUserObject,
    guild_id: maybe(Id),
    status: Text,
    activities: Type.Array(ActivityObject),
    client_status: Type.Object({ desktop: maybe(Text), mobile: maybe(Text), web: maybe(Text) }),
  },
  { title: 'Presence' },
)
export type PresenceObject = Static<typeof PresenceObject>
