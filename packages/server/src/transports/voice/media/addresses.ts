/** Carries packets of one client, over a connection. */
export interface PacketStream {
  send(packet: Buffer): void
}

/** Address in text form and port of a client, or of the server. */
export interface UdpAddress {
  ip: string
  port: number
  /** TCP connection from this address that packets take instead of UDP. */
  readonly stream?: PacketStream
}

/** Whether two addresses are the same. */
export function isSame(one: UdpAddress, other: UdpAddress): boolean {
  return one.port === other.port && one.ip === other.ip && one.stream === other.stream
}

/** Returns an address as the key of a map. */
export function keyOf({ ip, port, stream }: UdpAddress): string {
  return stream ? `tcp ${ip}:${port}` : `${ip}:${port}`
}
