import { ApiError, type ApplicationCommandObject, ApplicationFlag, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lockApplication } from '../../../accounts/applications/index.ts'
import { findIntegration } from '../../integrations/index.ts'
import { GLOBAL, type StoredCommand } from '../model.ts'
import { inLocale, presentCommand } from '../present.ts'
import * as store from '../store.ts'

/** Scope of commands: an application's global commands, or its commands in one guild. */
export interface Scope {
  readonly applicationId: Snowflake
  /** `GLOBAL` for global commands. */
  readonly guildId: Snowflake
  /** Installation types that the application supports. */
  readonly integrationTypes: readonly number[]
  /** Whether the application has an activity, which an entry point can launch. */
  readonly embedded: boolean
}

/**
 * Returns the scope of a request and locks the application if the transaction writes. Otherwise parallel requests could
 * create a duplicate name or exceed a limit.
 * @throws APPLICATION_ACTION_NOT_AUTHORIZED for callers other than the application and its owner; MISSING_ACCESS
 *   (50001) for a guild that has not installed it
 */
export async function scopeForCaller(
  work: Work,
  caller: Caller,
  params: { application_id: Snowflake; guild_id?: Snowflake },
): Promise<Scope> {
  const { application_id: id } = params
  const application = caller.kind === 'person' ? await applicationForCaller(work, caller, id) : caller.application
  if (application?.id !== id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  // A path can name guild 0, the value of `GLOBAL`: programs with an unset guild id must not replace global commands.
  if (params.guild_id !== undefined && !(await findIntegration(work, params.guild_id, id)))
    throw new ApiError('MISSING_ACCESS')
  const guildId = params.guild_id ?? GLOBAL
  if (work.writing) await lockApplication(work, application.id)
  const integrationTypes = Object.keys(application.integration_types_config).map(Number)
  const embedded = (application.flags & ApplicationFlag.EMBEDDED) !== 0n
  return { applicationId: application.id, guildId, integrationTypes, embedded }
}

/** Returns the command objects of a scope in one locale, or with all localizations when `locale` is null. */
export async function listCommandObjects(
  work: Work,
  scope: Scope,
  locale: string | null,
): Promise<ApplicationCommandObject[]> {
  const commands = (await store.listCommands(work, scope.applicationId, scope.guildId)).map(presentCommand)
  return locale === null ? commands : commands.map((command) => inLocale(command, locale))
}

/**
 * Returns a command of a scope.
 * @throws UNKNOWN_APPLICATION_COMMAND (10063)
 */
export async function getCommand(work: Work, scope: Scope, id: Snowflake): Promise<StoredCommand> {
  const command = await store.findCommand(work, id)
  if (!command || command.application_id !== scope.applicationId || command.guild_id !== scope.guildId)
    throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
  return command
}
