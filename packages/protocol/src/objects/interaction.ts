import { type Static, Type } from 'typebox'
import { AttachmentObject } from './attachment.ts'
import { PartialChannelObject } from './channel.ts'
import { SubmittedComponentObject } from './component.ts'
import { EntitlementObject } from './entitlement.ts'
import { PartialGuildObject } from './guild.ts'
import { MemberObject, PartialMemberObject } from './member.ts'
import { MessageObject } from './message.ts'
import { RoleObject } from './role.ts'
import { UserObject } from './user.ts'
import { Bits, Flag, Id, Int, mapOf, optional, optionalNullable, Text } from './wire.ts'

/** Objects that the ids in `data` name, by id. */
export const ResolvedObject = Type.Object(
  {
    users: optional(mapOf(UserObject)),
    members: optional(mapOf(PartialMemberObject)),
    roles: optional(mapOf(RoleObject)),
    channels: optional(mapOf(PartialChannelObject)),
    messages: optional(mapOf(MessageObject)),
    attachments: optional(mapOf(AttachmentObject)),
  },
  { title: 'Resolved' },
)
export type ResolvedObject = Static<typeof ResolvedObject>

const givenFields = {
  name: Text,
  type: Int,
  value: optional(Type.Union([Text, Type.Number(), Flag])),
  focused: optional(Flag),
}

const GivenInSubcommand = Type.Object({ ...givenFields, options: optional(Type.Array(Type.Object(givenFields))) })

/** Value that the user gave for an option, or the options of a subcommand. */
export const GivenOptionObject = Type.Object(
  { ...givenFields, options: optional(Type.Array(GivenInSubcommand)) },
  { title: 'GivenOption' },
)
export type GivenOptionObject = Static<typeof GivenOptionObject>

export const CommandDataObject = Type.Object(
  {
    id: Id,
    name: Text,
    type: Int,
    resolved: optional(ResolvedObject),
    options: optional(Type.Array(GivenOptionObject)),
    guild_id: optional(Id),
    target_id: optional(Id),
  },
  { title: 'CommandData' },
)
export type CommandDataObject = Static<typeof CommandDataObject>

export const ComponentDataObject = Type.Object(
  {
    custom_id: Text,
    component_type: Int,
    id: optional(Int),
    values: optional(Type.Array(Text)),
    resolved: optional(ResolvedObject),
  },
  { title: 'ComponentData' },
)
export type ComponentDataObject = Static<typeof ComponentDataObject>

export const ModalDataObject = Type.Object(
  { custom_id: Text, components: Type.Array(SubmittedComponentObject), resolved: optional(ResolvedObject) },
  { title: 'ModalData' },
)
export type ModalDataObject = Static<typeof ModalDataObject>

export const InteractionObject = Type.Object(
  {
    id: Id,
    application_id: Id,
    type: Int,
    data: optional(Type.Union([CommandDataObject, ComponentDataObject, ModalDataObject])),
    guild: optional(PartialGuildObject),
    guild_id: optional(Id),
    channel: optional(PartialChannelObject),
    channel_id: optional(Id),
    member: optional(MemberObject),
    user: optional(UserObject),
    token: Text,
    version: Int,
    message: optional(MessageObject),
    app_permissions: Bits,
    locale: optional(Text),
    guild_locale: optional(Text),
    entitlements: Type.Array(EntitlementObject),
    entitlement_sku_ids: optional(Type.Array(Id)),
    authorizing_integration_owners: mapOf(Id),
    context: optional(Int),
    attachment_size_limit: Int,
  },
  { title: 'Interaction' },
)
export type InteractionObject = Static<typeof InteractionObject>

/** Response of Create Interaction Response with `with_response`. */
export const InteractionCallbackResponseObject = Type.Object(
  {
    interaction: Type.Object({
      id: Id,
      type: Int,
      activity_instance_id: optionalNullable(Text),
      response_message_id: optional(Id),
      response_message_loading: optional(Flag),
      response_message_ephemeral: optional(Flag),
      channel_id: optional(Id),
      guild_id: optional(Id),
    }),
    resource: optional(
      Type.Object({
        type: Int,
        activity_instance: optional(Type.Object({ id: Text })),
        message: optional(MessageObject),
      }),
    ),
  },
  { title: 'InteractionCallbackResponse' },
)
export type InteractionCallbackResponseObject = Static<typeof InteractionCallbackResponseObject>
