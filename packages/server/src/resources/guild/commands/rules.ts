import {
  allow,
  CHAT_INPUT_COMMANDS_MAX,
  COMMAND_CREATES_PER_DAY_MAX,
  COMMAND_DESCRIPTION_MAX,
  COMMAND_NAME_MAX,
  COMMAND_OPTIONS_MAX,
  COMMAND_TEXT_MAX,
  CONTEXT_MENU_COMMANDS_MAX,
  type CommandOptionObject,
  CommandType,
  ENTRY_POINT_COMMANDS_MAX,
  type Faults,
  InteractionContext,
  refuse,
  type Verdict,
} from '@guildhall/protocol'
import {
  Distinct,
  Int,
  Json,
  OptionalNullable,
  PermissionBits,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import { checkLocalizations, type Localizations, textsOf } from './localization-rules.ts'
import type { CommandDraft } from './model.ts'
import { checkOptions, isChatInputName } from './option-rules.ts'
import { CommandLocalizations } from './requests.ts'

/** Request that creates a command; `checkCommand` checks what its type requires. */
const CommandFields = Type.Object({
  name: Text(1, COMMAND_NAME_MAX),
  name_localizations: CommandLocalizations,
  description: OptionalNullable(Text(0, COMMAND_DESCRIPTION_MAX)),
  description_localizations: CommandLocalizations,
  options: OptionalNullable(Type.Array(Json, { maxItems: COMMAND_OPTIONS_MAX })),
  default_member_permissions: OptionalNullable(PermissionBits),
  dm_permission: OptionalNullable(Type.Boolean()),
  default_permission: OptionalNullable(Type.Boolean()),
  integration_types: OptionalNullable(Distinct(Int(0, 1), 1, 2)),
  contexts: OptionalNullable(Distinct(Int(0, 2), 1, 3)),
  nsfw: OptionalNullable(Type.Boolean()),
  type: OptionalNullable(Int(1, 4)),
  handler: OptionalNullable(Int(1, 2)),
})

type Fields = Static<typeof CommandFields>

/** Checks a whole command. Returns null when it added faults. [SVC-4] [SVC-5] */
export function checkCommand(input: unknown, faults: Faults): CommandDraft | null {
  const result: unknown = validate(CommandFields, input, faults)
  if (typeof result === 'symbol') return null
  const command = result as Fields
  const type = command.type ?? CommandType.CHAT_INPUT
  const invalid = type === CommandType.CHAT_INPUT ? (text: string) => !isChatInputName(text) : undefined
  if (invalid?.(command.name) || command.name.trim() === '')
    faults.add(['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  const names = { max: COMMAND_NAME_MAX, invalid }
  checkLocalizations(command.name_localizations, names, faults.at('name_localizations'))
  const at = faults.at('description_localizations')
  checkLocalizations(command.description_localizations, { max: COMMAND_DESCRIPTION_MAX }, at)
  addUnfitFields(type, command, faults)
  const draft = draftOf(type, command, checkOptions(command.options ?? [], null, faults.at('options')))
  if (textLength(draft) > COMMAND_TEXT_MAX)
    faults.add([], 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${COMMAND_TEXT_MAX})`)
  return faults.any ? null : draft
}

/** Rejects options outside slash commands, descriptions of menu entries, and handlers outside entry points. */
function addUnfitFields(type: number, { description, options, handler }: Fields, faults: Faults): void {
  const menu = type === CommandType.USER || type === CommandType.MESSAGE
  if (type === CommandType.CHAT_INPUT && !description)
    faults.add(['description'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (menu && description)
    faults.add(
      ['description'],
      'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
      'Context menu commands cannot have description',
    )
  if (type !== CommandType.PRIMARY_ENTRY_POINT && handler != null)
    faults.add(['handler'], 'BASE_TYPE_CHOICES', 'Only an entry point has a handler')
  if (type !== CommandType.CHAT_INPUT && options?.length)
    faults.add(['options'], 'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED', 'Context menu commands cannot have options')
}

function draftOf(type: number, command: Fields, options: CommandOptionObject[]): CommandDraft {
  const { contexts = null, default_member_permissions: permissions } = command
  // The older `default_permission` means administrators only; the newer field overrides it.
  const adminsOnly = permissions === undefined && command.default_permission === false
  return {
    type,
    name: command.name,
    name_localizations: textsOf(command.name_localizations),
    description: command.description ?? '',
    description_localizations: textsOf(command.description_localizations),
    options,
    default_member_permissions: adminsOnly ? '0' : (permissions?.toString() ?? null),
    // `contexts` overrides `dm_permission`.
    dm_permission: contexts ? contexts.includes(InteractionContext.BOT_DM) : (command.dm_permission ?? true),
    integration_types: command.integration_types ?? null,
    contexts,
    nsfw: command.nsfw ?? false,
    handler: command.handler ?? null,
  }
}

interface Texts {
  readonly name: string
  readonly name_localizations?: Localizations
  readonly description?: string
  readonly description_localizations?: Localizations
  readonly value?: string | number
  readonly options?: readonly Texts[]
  readonly choices?: readonly Texts[]
}

/** Returns the number of characters of a command's texts at every level; of localized texts the longest counts. */
function textLength(texts: Texts): number {
  const { name, name_localizations, description = '', description_localizations, value, options, choices } = texts
  const longest = (text: string, localizations: Localizations) =>
    Math.max(...[text, ...Object.values(textsOf(localizations) ?? {})].map(({ length }) => length))
  const own = longest(name, name_localizations) + longest(description, description_localizations)
  const inner = [...(options ?? []), ...(choices ?? [])].reduce((sum, entry) => sum + textLength(entry), 0)
  return own + (typeof value === 'string' ? value.length : 0) + inner
}

/** Maximum number of commands of each type in one scope. */
const COMMANDS_MAX: Record<number, number> = {
  [CommandType.CHAT_INPUT]: CHAT_INPUT_COMMANDS_MAX,
  [CommandType.USER]: CONTEXT_MENU_COMMANDS_MAX,
  [CommandType.MESSAGE]: CONTEXT_MENU_COMMANDS_MAX,
  [CommandType.PRIMARY_ENTRY_POINT]: ENTRY_POINT_COMMANDS_MAX,
}

/** Whether a scope may contain this many commands of a type; each type has its own limit. [LIM-10] [LIM-11] */
export function mayContain(type: number, count: number): Verdict {
  return count <= (COMMANDS_MAX[type] ?? 0)
    ? allow
    : refuse('TOO_MANY_APPLICATION_COMMANDS', `${count} of type ${type}`)
}

/** Whether one more command may be created today; the limit is per day and scope. */
export function mayCreateToday(created: number): Verdict {
  return created < COMMAND_CREATES_PER_DAY_MAX ? allow : refuse('TOO_MANY_DAILY_COMMAND_CREATES', `${created} today`)
}
