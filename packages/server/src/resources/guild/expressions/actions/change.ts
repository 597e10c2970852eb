import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import { mayChangeExpression } from '../../../../access/expressions.ts'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import type { Expression, ExpressionKind } from '../model.ts'
import { deleteExpression, saveExpression } from './save.ts'

/** Path of an expression. */
interface Place {
  readonly guildId: Snowflake
  readonly id: Snowflake
}

/** Returns an expression of a guild that the caller is in. @throws ApiError UNKNOWN_EMOJI, _STICKER or _SOUND */
export async function expressionForCaller<E extends Expression, O extends object>(
  work: Work,
  caller: Caller,
  kind: ExpressionKind<E, O>,
  { guildId, id }: Place,
): Promise<Pick<GuildAccess, 'view' | 'permissions'> & { expression: E }> {
  const { view, permissions } = await guildForCaller(work, caller, guildId)
  const expression = kind.of(view).get(id)
  if (!expression) throw new ApiError(kind.unknown)
  return { view, permissions, expression }
}

/** Changes an expression by the fields of a request. Returns it with its creator. [PRM-1] */
export async function editExpression<E extends Expression, O extends object>(
  work: Work,
  caller: Caller,
  kind: ExpressionKind<E, O>,
  place: Place,
  change: (before: E, view: GuildView) => E,
): Promise<O> {
  const { view, permissions, expression: before } = await expressionForCaller(work, caller, kind, place)
  demand(mayChangeExpression(permissions, before.user_id === caller.userId))
  const after = change(before, view)
  await saveExpression(work, view, kind, { before, after })
  return kind.present(after, after.user_id === null ? undefined : await findUser(work, after.user_id))
}

/** Deletes an expression. [PRM-1] */
export async function removeExpression<E extends Expression, O extends object>(
  work: Work,
  caller: Caller,
  kind: ExpressionKind<E, O>,
  place: Place,
): Promise<void> {
  const { view, permissions, expression } = await expressionForCaller(work, caller, kind, place)
  demand(mayChangeExpression(permissions, expression.user_id === caller.userId))
  await deleteExpression(work, view, kind, expression)
}
