import { type Static, Type } from 'typebox'
import { Attachment } from './attachment.ts'
import { PartialChannel } from './channel.ts'
import { Entitlement } from './entitlement.ts'
import { PartialGuild } from './guild.ts'
import { Member, PartialMember } from './member.ts'
import { Message } from './message.ts'
import { Role } from './role.ts'
import { User } from './user.ts'
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, Text } from './wire.ts'

/** The things that ids in `data` stand for. */
export const Resolved = Type.Object(
  {
    users: maybe(mapOf(User)),
    members: maybe(mapOf(PartialMember)),
    roles: maybe(mapOf(Role)),
    channels: maybe(mapOf(PartialChannel)),
    messages: maybe(mapOf(Message)),
    attachments: maybe(mapOf(Attachment)),
  },
  { title: 'Resolved' },
)
export type ResolvedObject = Static<typeof Resolved>

const givenFields = {
  name: Text,
  type: Int,
  value: maybe(Type.Union([Text, Type.Number(), Flag])),
  focused: maybe(Flag),
}

const GivenInSubcommand = Type.Object({ ...givenFields, options: maybe(Type.Array(Type.Object(givenFields))) })

/** What was given for an option; as deep as commands nest. */
export const GivenOption = Type.Object(
  { ...givenFields, options: maybe(Type.Array(GivenInSubcommand)) },
  { title: 'GivenOption' },
)
export type GivenOptionObject = Static<typeof GivenOption>

export const CommandData = Type.Object(
  {
    id: Id,
    name: Text,
    type: Int,
    resolved: maybe(Resolved),
    options: maybe(Type.Array(GivenOption)),
    guild_id: maybe(Id),
    target_id: maybe(Id),
  },
  { title: 'CommandData' },
)
export type CommandDataObject = Static<typeof CommandData>

export const ComponentData = Type.Object(
  {
    custom_id: Text,
    component_type: Int,
    id: maybe(Int),
    values: maybe(Type.Array(Text)),
    resolved: maybe(Resolved),
  },
  { title: 'ComponentData' },
)
export type ComponentDataObject = Static<typeof ComponentData>

export const ModalData = Type.Object(
  { custom_id: Text, components: Type.Array(Type.Unknown()), resolved: maybe(Resolved) },
  { title: 'ModalData' },
)
export type ModalDataObject = Static<typeof ModalData>

export const Interaction = Type.Object(
  {
    id: Id,
    application_id: Id,
    type: Int,
    data: maybe(Type.Union([CommandData, ComponentData, ModalData])),
    guild: maybe(PartialGuild),
    guild_id: maybe(Id),
    channel: maybe(PartialChannel),
    channel_id: maybe(Id),
    member: maybe(Member),
    user: maybe(User),
    token: Text,
    version: Int,
    message: maybe(Message),
    app_permissions: Bits,
    locale: maybe(Text),
    guild_locale: maybe(Text),
    entitlements: Type.Array(Entitlement),
    authorizing_integration_owners: mapOf(Id),
    context: maybe(Int),
    attachment_size_limit: Int,
  },
  { title: 'Interaction' },
)
export type InteractionObject = Static<typeof Interaction>

/** The answer to a callback that asked for one. */
export const InteractionCallbackResponse = Type.Object(
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
        message: maybe(Message),
      }),
    ),
  },
  { title: 'InteractionCallbackResponse' },
)
export type InteractionCallbackResponseObject = Static<typeof InteractionCallbackResponse>
