import { TEMPLATE_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from '@guildhall/protocol'
import { SnowflakeId, Text, Type } from '../../../validation/schema.ts'

/** Path of operations for users with the code. */
export const TemplateCode = Type.Object({ code: Text(1, 100) })
/** Path of operations for managers of the guild. */
export const TemplateParams = Type.Object({ guild_id: SnowflakeId, code: Text(1, 100) })
export const TemplateName = Text(1, TEMPLATE_NAME_MAX)
export const TemplateDescription = Text(0, TEMPLATE_DESCRIPTION_MAX)
