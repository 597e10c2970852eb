import type { Addresses } from './platform.ts'

/**
 * Header of requests and upgrades by which a front (`guildhall run`) asks for the public platform's gateway address in
 * place of this platform's. The program then connects through the front, which knows what the program needs.
 */
export const PUBLIC_GATEWAY_HEADER = 'x-guildhall-public-gateway'

const PUBLIC_GATEWAY = 'wss://gateway.discord.gg'

/**
 * Returns the gateway's address for a client.
 *
 * @param header value of `PUBLIC_GATEWAY_HEADER`; it chooses between two addresses and names none
 */
export function gatewayAddress(addresses: Addresses, header: string | undefined): string {
  return header === undefined ? addresses.gateway : PUBLIC_GATEWAY
}
