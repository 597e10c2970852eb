import type { Snowflake } from '@guildhall/protocol'
import { listCreators } from '../../../../access/expressions.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Expression, ExpressionKind } from '../model.ts'
import { expressionForCaller } from './change.ts'

/** Returns the expressions of a guild, with their creators for members who can create or manage expressions. */
export async function listExpressions<E extends Expression, O extends object>(
  work: Work,
  caller: Caller,
  kind: ExpressionKind<E, O>,
  guildId: Snowflake,
): Promise<O[]> {
  const { view, permissions } = await guildForCaller(work, caller, guildId)
  const expressions = [...kind.of(view).values()]
  const creators = await listCreators(work, permissions, expressions)
  return expressions.map((one) => kind.present(one, creators.get(one.user_id)))
}

/** Returns an expression, with its creator for members who can create or manage expressions. */
export async function presentForViewer<E extends Expression, O extends object>(
  work: Work,
  caller: Caller,
  kind: ExpressionKind<E, O>,
  place: { guildId: Snowflake; id: Snowflake },
): Promise<O> {
  const { permissions, expression } = await expressionForCaller(work, caller, kind, place)
  const creators = await listCreators(work, permissions, [expression])
  return kind.present(expression, creators.get(expression.user_id))
}
