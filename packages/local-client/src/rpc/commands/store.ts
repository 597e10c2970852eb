import type { EntitlementObject, SkuObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { type Context, command } from '../command.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NoArguments } from './fields.ts'

const SCOPE = [PseudoScope.AUTHENTICATED, PseudoScope.LOCAL]

/** SKUs that the person can buy, with their prices. */
async function skusOf({ host, session }: Context): Promise<SkuObject[]> {
  const path = `/store/published-listings/skus?application_id=${session.application.id}`
  const listings = await host.request<{ sku: SkuObject }[]>('GET', path)
  return listings.map(({ sku }) => sku)
}

function entitlementsOf({ host, session }: Context): Promise<EntitlementObject[]> {
  return host.request('GET', `/users/@me/applications/${session.application.id}/entitlements`)
}

/** The older form of the list. */
const getSkus = command({ name: 'GET_SKUS', scope: SCOPE, args: NoArguments, run: skusOf })

const getSkusEmbedded = command({
  name: 'GET_SKUS_EMBEDDED',
  scope: SCOPE,
  args: NoArguments,
  run: async (context) => ({ skus: await skusOf(context) }),
})

/** The older form of the list. */
const getEntitlements = command({ name: 'GET_ENTITLEMENTS', scope: SCOPE, args: NoArguments, run: entitlementsOf })

const getEntitlementsEmbedded = command({
  name: 'GET_ENTITLEMENTS_EMBEDDED',
  scope: SCOPE,
  args: NoArguments,
  run: async (context) => ({ entitlements: await entitlementsOf(context) }),
})

/** Proposes a purchase to the person. Nothing is paid: the platform grants a test entitlement. */
const startPurchase = command({
  name: 'START_PURCHASE',
  scope: SCOPE,
  args: Type.Object({ sku_id: Id, pid: Type.Optional(Type.Integer()) }),
  async run({ host, session }, { sku_id }) {
    if (!host.purchase) throw new RpcError('PURCHASE_ERROR', 'Nothing can be bought here.')
    const entitlements = await host.purchase(session.application, sku_id, session.signal)
    if (!entitlements) throw new RpcError('PURCHASE_CANCELED', 'The person canceled the purchase.')
    return entitlements
  },
})

/** A connected application is known to the platform, and nobody has to buy a game before they play it. */
const validateApplication = command({
  name: 'VALIDATE_APPLICATION',
  scope: [PseudoScope.LOCAL],
  args: NoArguments,
  run: () => null,
})

/** Declares one of the commands for signed statements about the person, which a game's server verifies. */
function ticketCommand(name: string, path: string) {
  return command({
    name,
    scope: [PseudoScope.LOCAL],
    args: NoArguments,
    run: ({ host, session }) => host.request('POST', `/users/@me/applications/${session.application.id}/${path}`),
  })
}

export const storeCommands = [
  getSkus,
  getSkusEmbedded,
  getEntitlements,
  getEntitlementsEmbedded,
  startPurchase,
  validateApplication,
  ticketCommand('GET_APPLICATION_TICKET', 'ticket'),
  ticketCommand('GET_ENTITLEMENT_TICKET', 'entitlement-ticket'),
]
