import { RelationshipObject, RelationshipType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { relationshipsOf } from '../actions/list.ts'

/** List Relationships: all of a person, to an application only friends. [AUT-3] */
export const listRelationships = operation({
  id: 'list_relationships',
  method: 'GET',
  path: '/users/@me/relationships',
  callers: ['bearer', 'person'],
  scope: 'relationships.read',
  unlisted: true,
  responses: { 200: Type.Array(RelationshipObject) },

  async run({ caller, work }) {
    const all = await relationshipsOf(work, caller.userId, caller.application?.id ?? null)
    return caller.kind === 'person' ? all : all.filter(({ type }) => type === RelationshipType.FRIEND)
  },
})
