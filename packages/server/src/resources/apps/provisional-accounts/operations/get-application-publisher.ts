import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { findApplication, listChildren } from '../../../accounts/applications/index.ts'
import { GameParams } from '../issuer-requests.ts'

const Linked = Type.Object({ id: Type.String(), name: Type.String(), icon: Nullable(Type.String()) })

/** Get Application Publisher: the publisher of a game and the games of a publisher, for the owner. [AUT-24] */
export const getApplicationPublisher = operation({
  id: 'get_application_publisher',
  method: 'GET',
  path: '/applications/:application_id/publisher',
  callers: ['person'],
  unlisted: true,
  params: GameParams,
  responses: { 200: Type.Object({ parent: Nullable(Linked), children: Type.Array(Linked) }) },

  async run({ caller, params, work }) {
    const { id, parent_id } = await applicationForCaller(work, caller, params.application_id)
    const parent = parent_id === null ? undefined : await findApplication(work, parent_id)
    const children = await listChildren(work, id)
    return { parent: parent ? brief(parent) : null, children: children.map(brief) }
  },
})

function brief({ id, name, icon }: { id: bigint; name: string; icon: string | null }) {
  return { id: id.toString(), name, icon }
}
