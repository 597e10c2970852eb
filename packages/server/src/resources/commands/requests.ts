import { ApplicationCommandObject } from '@guildhall/protocol'
import { Type } from '../../validation/schema.ts'

const { name, name_localizations, description, description_localizations, options, type } =
  ApplicationCommandObject.properties
const { default_member_permissions, dm_permission, default_permission, nsfw, integration_types, contexts, handler } =
  ApplicationCommandObject.properties

const fields = {
  name_localizations,
  description: Type.Optional(description),
  description_localizations,
  options,
  default_member_permissions: Type.Optional(default_member_permissions),
  dm_permission,
  default_permission,
  nsfw,
  integration_types,
  contexts,
  handler,
}

/** How a command is described to who makes one; what holds of it the rules of this resource say. */
export const CommandForm = Type.Object({ name, type: Type.Optional(type), ...fields }, { title: 'CommandForm' })
export const CommandChanges = Type.Object({ name: Type.Optional(name), ...fields }, { title: 'CommandChanges' })
