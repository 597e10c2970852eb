/** The world file with every id, token, secret and key filled in. Only the parts that tests often read are typed. */
export interface World {
  users: Record<string, { id: string; token: string; [key: string]: unknown }>
  applications: Record<
    string,
    {
      id: string
      public_key: string
      client_secret: string
      bot: { id: string; token: string; [key: string]: unknown }
      [key: string]: unknown
    }
  >
  guilds: Record<
    string,
    {
      id: string
      channels: Record<string, { id: string; [key: string]: unknown }>
      roles: Record<string, { id: string; [key: string]: unknown }>
      [key: string]: unknown
    }
  >
}
