/** Address in text form and port of a client, or of the server. */
export interface UdpAddress {
  ip: string
  port: number
}

/** Whether two addresses are the same. */
export function isSame(one: UdpAddress, other: UdpAddress): boolean {
  return one.port === other.port && one.ip === other.ip
}

/** Returns an address as the key of a map. */
export function keyOf({ ip, port }: UdpAddress): string {
  return `${ip}:${port}`
}
