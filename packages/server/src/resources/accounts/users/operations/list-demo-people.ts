import { type Snowflake, UserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { demoUserIdsFor } from '../actions/demo-people.ts'
import { presentUser } from '../present.ts'
import * as store from '../store.ts'

/** Lists the people of the demo world whom the web app offers for sign-in. The list is empty on other platforms. */
export const listDemoPeople = operation({
  id: 'list_demo_people',
  method: 'GET',
  path: '/auth/demo',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: Type.Object({ people: Type.Array(UserObject) }) },

  async run({ work, platform, header }) {
    const ids: readonly Snowflake[] = demoUserIdsFor({ platform, header })
    const users = await store.listUsers(work, ids)
    return { people: ids.flatMap((id) => users.get(id) ?? []).map(presentUser) }
  },
})
