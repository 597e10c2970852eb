import { ApplicationCommandObject } from '@guildhall/protocol'
import { type Operation, operation } from '../../../kernel/operation.ts'
import { Json, NoContent, Type } from '../../../validation/schema.ts'
import { createCommand, deleteCommand, editCommand, replaceCommands } from './actions/save.ts'
import { getCommand, listCommandObjects, scopeForCaller } from './actions/scope.ts'
import { presentCommand } from './present.ts'
import {
  CommandChanges,
  CommandForm,
  GlobalCommandParams,
  GlobalParams,
  GuildCommandParams,
  GuildParams,
  ListQuery,
} from './requests.ts'

/**
 * Operations on commands, each for global and for guild commands. The path decides the scope; everything else is the
 * same.
 */
type Kind = 'global' | 'guild'

const PATHS = {
  global: '/applications/:application_id/commands',
  guild: '/applications/:application_id/guilds/:guild_id/commands',
} as const

const CALLERS = { callers: ['bot', 'bearer'], scope: 'applications.commands.update' } as const
/** Callers of operations that the owner also performs in the portal. */
const PORTAL_CALLERS = { callers: ['bot', 'bearer', 'person'] } as const

function commandsOf(kind: Kind) {
  return { ...CALLERS, path: PATHS[kind], params: kind === 'guild' ? GuildParams : GlobalParams }
}

function commandOf(kind: Kind) {
  const params = kind === 'guild' ? GuildCommandParams : GlobalCommandParams
  return { ...CALLERS, path: `${PATHS[kind]}/:command_id`, params }
}

/** Lists commands. */
export const listOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'GET',
    ...commandsOf(kind),
    ...PORTAL_CALLERS,
    query: ListQuery,
    responses: { 200: Type.Array(ApplicationCommandObject) },

    async run({ caller, params, query, locale, work }) {
      const scope = await scopeForCaller(work, caller, params)
      return listCommandObjects(work, scope, query.with_localizations ? null : locale())
    },
  })

/** Creates a command: 201, or 200 if it overwrites one with the same name and type. */
export const createOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'POST',
    ...commandsOf(kind),
    body: Json,
    bodyShape: CommandForm,
    responses: { 200: ApplicationCommandObject, 201: ApplicationCommandObject },

    async run({ caller, params, body, work }) {
      return createCommand(work, await scopeForCaller(work, caller, params), body)
    },
  })

/** Replaces all commands of a scope. */
export const bulkSetOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'PUT',
    ...commandsOf(kind),
    body: Json,
    bodyShape: Type.Array(CommandForm),
    responses: { 200: Type.Array(ApplicationCommandObject) },

    async run({ caller, params, body, work }) {
      return replaceCommands(work, await scopeForCaller(work, caller, params), body)
    },
  })

/** Returns a command. */
export const getOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'GET',
    ...commandOf(kind),
    responses: { 200: ApplicationCommandObject },

    async run({ caller, params, work }) {
      const scope = await scopeForCaller(work, caller, params)
      return presentCommand(await getCommand(work, scope, params.command_id))
    },
  })

/** Edits a command. */
export const updateOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'PATCH',
    ...commandOf(kind),
    body: Type.Record(Type.String(), Json),
    bodyShape: CommandChanges,
    responses: { 200: ApplicationCommandObject },

    async run({ caller, params, body, work }) {
      return editCommand(work, await scopeForCaller(work, caller, params), params.command_id, body)
    },
  })

/** Deletes a command. */
export const deleteOperation = (id: string, kind: Kind): Operation =>
  operation({
    id,
    method: 'DELETE',
    ...commandOf(kind),
    ...PORTAL_CALLERS,
    responses: { 204: NoContent },

    async run({ caller, params, work }) {
      await deleteCommand(work, await scopeForCaller(work, caller, params), params.command_id)
    },
  })
