import { isS3Url } from '../../validation/s3-url.ts'

/** Place and options of a platform that a service manager runs. */
export interface ServiceFacts {
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  /** Absolute path of the data folder. */
  readonly data: string
  readonly databaseUrl: string | null
  readonly filesUrl: string | null
  /** IPv4 address to which the name of the public address leads; null if it is not known. */
  readonly voiceAddress: string | null
  /** Absolute path of the folder that the files are written to. */
  readonly folder: string
  /** User who runs the service. */
  readonly user: string
  /** Program that runs, with its first argument. */
  readonly program: readonly string[]
}

/** A file that `guildhall setup` writes. */
export interface ServiceFile {
  readonly name: string
  readonly text: string
  /** Whether only this user may read it. */
  readonly isSecret: boolean
}

/** Returns the variables of the service. The file may hold the password of a database. */
export function environmentFile(facts: ServiceFacts): ServiceFile {
  const { publicUrl, host, port, data, databaseUrl, filesUrl, voiceAddress } = facts
  const lines = [
    '# Options of guildhall start. guildhall admin settings has the rest.',
    `GUILDHALL_PUBLIC_URL=${publicUrl}`,
    `GUILDHALL_HOST=${host}`,
    `GUILDHALL_PORT=${port}`,
    `GUILDHALL_DATA=${data}`,
    ...(databaseUrl === null ? [] : [`GUILDHALL_DATABASE_URL=${databaseUrl}`]),
    ...(filesUrl === null ? [] : filesLines(filesUrl)),
    'GUILDHALL_TRUST_PROXY=loopback',
    // Packets of voice pass no proxy.
    'GUILDHALL_VOICE_UDP=0.0.0.0:50000',
    voiceAddress === null
      ? '# GUILDHALL_VOICE_ANNOUNCE=ADDRESS:50000 with the address at which other machines reach this one'
      : `GUILDHALL_VOICE_ANNOUNCE=${voiceAddress}:50000`,
    'GUILDHALL_OUTGOING=public',
  ]
  return { name: 'guildhall.env', text: `${lines.join('\n')}\n`, isSecret: true }
}

/** Keys to a bucket are the operator's to fill in: this command writes none to a file. */
function filesLines(filesUrl: string): string[] {
  const keys = ['# AWS_ACCESS_KEY_ID=', '# AWS_SECRET_ACCESS_KEY=', '# AWS_REGION=', '# AWS_ENDPOINT_URL=']
  return [`GUILDHALL_FILES_URL=${filesUrl}`, ...(isS3Url(filesUrl) ? keys : [])]
}

/** Returns the unit of systemd. */
export function systemdUnit({ data, folder, user, program }: ServiceFacts): ServiceFile {
  const text = `[Unit]
Description=Guildhall
Wants=network-online.target
After=network-online.target

[Service]
User=${user}
EnvironmentFile=${folder}/guildhall.env
ExecStart=${program.map(quoted).join(' ')} start
Restart=always
TimeoutStopSec=30
LimitNOFILE=65536
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=strict
ReadWritePaths=${quoted(data)}

[Install]
WantedBy=multi-user.target
`
  return { name: 'guildhall.service', text, isSecret: false }
}

/** Returns the files of Docker Compose: the platform, and Caddy in front of it with its own certificate. */
export function composeFiles({ publicUrl, data, port }: ServiceFacts): ServiceFile[] {
  const { host } = new URL(publicUrl)
  const compose = `# The image is built in a checkout of Guildhall: docker build -t guildhall .
services:
  guildhall:
    image: guildhall
    restart: unless-stopped
    env_file: guildhall.env
    environment:
      GUILDHALL_HOST: 0.0.0.0
      GUILDHALL_PORT: "${port}"
      GUILDHALL_DATA: /data
      GUILDHALL_TRUST_PROXY: uniquelocal
      GUILDHALL_VOICE_UDP: 0.0.0.0:50000
    volumes:
      - ${JSON.stringify(`${data}:/data`)}
    ports:
      - "50000:50000/udp"
  caddy:
    image: caddy:2
    restart: unless-stopped
    ports:
      - "80:80"
      - "443:443"
    volumes:
      - ./Caddyfile:/etc/caddy/Caddyfile:ro
      - caddy:/data
volumes:
  caddy:
`
  const caddy = `${host} {\n\treverse_proxy guildhall:${port}\n}\n`
  return [
    { name: 'compose.yaml', text: compose, isSecret: false },
    { name: 'Caddyfile', text: caddy, isSecret: false },
  ]
}

/** Returns a word as systemd reads it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`
}
