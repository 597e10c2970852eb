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
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, Text } from './wire.ts'

/** Objects of the ids in `data`, by id. */
export const ResolvedObject = Type.Object(
  {
    users: maybe(mapOf(UserObject)),
    members: maybe(mapOf(PartialMemberObject)),
    roles: maybe(mapOf(RoleObject)),
    channels: maybe(mapOf(PartialChannelObject)),
    messages: maybe(mapOf(MessageObject)),
    attachments: maybe(mapOf(AttachmentObject)),
  },
  { title: 'Resolved' },
)
export type ResolvedObject = Static<typeof ResolvedObject>

const givenFields = {
  name: Text,
  type: Int,
  value: maybe(Type.Union([Text, Type.Number(), Flag])),
  focused: maybe(Flag),
}

const GivenInSubcommand = Type.Object({ ...givenFields, options: maybe(Type.Array(Type.Object(givenFields))) })

/** Value that the user gave for an option, or the options of a subcommand. */
export const GivenOptionObject = Type.Object(
  { ...givenFields, options: maybe(Type.Array(GivenInSubcommand)) },
  { title: 'GivenOption' },
)
export type GivenOptionObject = Static<typeof GivenOptionObject>

export const CommandDataObject = Type.Object(
  {
    id: Id,
    name: Text,
    type: Int,
    resolved: maybe(ResolvedObject),
    options: maybe(Type.Array(GivenOptionObject)),
    guild_id: maybe(Id),
    target_id: maybe(Id),
  },
  { title: 'CommandData' },
)
export type CommandDataObject = Static<typeof CommandDataObject>

export const ComponentDataObject = Type.Object(
  {
    custom_id: Text,
    component_type: Int,
    id: maybe(Int),
    values: maybe(Type.Array(Text)),
    resolved: maybe(ResolvedObject),
  },
  { title: 'ComponentData' },
)
export type ComponentDataObject = Static<typeof ComponentDataObject>

export const ModalDataObject = Type.Object(
  { custom_id: Text, components: Type.Array(SubmittedComponentObject), resolved: maybe(ResolvedObject) },
  { title: 'ModalData' },
)
export type ModalDataObject = Static<typeof ModalDataObject>

export const InteractionObject = Type.Object(
  {
    id: Id,
    application_id: Id,
    type: Int,
    data: maybe(Type.Union([CommandDataObject, ComponentDataObject, ModalDataObject])),
    guild: maybe(PartialGuildObject),
    guild_id: maybe(Id),
    channel: maybe(PartialChannelObject),
    channel_id: maybe(Id),
    member: maybe(MemberObject),
    user: maybe(UserObject),
    token: Text,
    version: Int,
    message: maybe(MessageObject),
    app_permissions: Bits,
    locale: maybe(Text),
    guild_locale: maybe(Text),
    entitlements: Type.Array(EntitlementObject),
    entitlement_sku_ids: maybe(Type.Array(Id)),
    authorizing_integration_owners: mapOf(Id),
    context: maybe(Int),
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
      activity_instance_id: maybeNull(Text),
      response_message_id: maybe(Id),
      response_message_loading: maybe(Flag),
      response_message_ephemeral: maybe(Flag),
      channel_id: maybe(Id),
      guild_id: maybe(Id),
    }),
    resource: maybe(
      Type.Object({
        type: Int,
        activity_instance: maybe(Type.Object({ id: Text })),
        message: maybe(MessageObject),
      }),
    ),
  },
  { title: 'InteractionCallbackResponse' },
)
export type InteractionCallbackResponseObject = Static<typeof InteractionCallbackResponseObject>
