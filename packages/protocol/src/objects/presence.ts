import { type Static, Type } from 'typebox'
import { PartialUserObject } from './user.ts'
import { Flag, Id, Int, optional, optionalNullable, Text } from './wire.ts'

export const ActivityObject = Type.Object(
  {
    name: Text,
    type: Int,
    url: optionalNullable(Text),
    created_at: optional(Int),
    /** Id of the activity within its presence. */
    id: optional(Text),
    timestamps: optional(Type.Object({ start: optional(Int), end: optional(Int) })),
    application_id: optional(Id),
    /** Publisher of the application. */
    parent_application_id: optional(Id),
    /** Session of the activity, if users can join its party or press its buttons. */
    session_id: optional(Text),
    /** Platform on which the user plays. */
    platform: optional(Text),
    /** Platforms on which the activity can be joined. */
    supported_platforms: optional(Type.Array(Text)),
    status_display_type: optionalNullable(Int),
    details: optionalNullable(Text),
    details_url: optionalNullable(Text),
    state: optionalNullable(Text),
    state_url: optionalNullable(Text),
    emoji: optionalNullable(Type.Object({ id: optional(Id), name: optional(Text), animated: optional(Flag) })),
    party: optional(Type.Object({ id: optional(Text), size: optional(Type.Array(Int)) })),
    assets: optional(
      Type.Object({
        large_image: optional(Text),
        large_text: optional(Text),
        large_url: optionalNullable(Text),
        small_image: optional(Text),
        small_text: optional(Text),
        small_url: optionalNullable(Text),
        invite_cover_image: optional(Text),
      }),
    ),
    secrets: optional(Type.Object({ join: optional(Text), spectate: optional(Text), match: optional(Text) })),
    instance: optional(Flag),
    flags: optional(Int),
    /** Labels of the buttons. The platform returns a link when a user presses its button. */
    buttons: optional(Type.Array(Text)),
  },
  { title: 'Activity' },
)
export type ActivityObject = Static<typeof ActivityObject>

export const PresenceObject = Type.Object(
  {
    user: PartialUserObject,
    guild_id: optional(Id),
    status: Text,
    activities: Type.Array(ActivityObject),
    /** Whether the user has authorized the application of the viewer's session; only for games. */
    has_played_game: optional(Flag),
    client_status: Type.Object({
      desktop: optional(Text),
      mobile: optional(Text),
      web: optional(Text),
      vr: optional(Text),
      /** Consoles and games without a gateway connection. */
      embedded: optional(Text),
    }),
  },
  { title: 'Presence' },
)
export type PresenceObject = Static<typeof PresenceObject>
