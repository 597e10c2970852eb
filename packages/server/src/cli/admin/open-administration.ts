import { ApiClient } from '@guildhall/client'
import { createPlatform } from '../../platform/main.ts'
import { givenSecretKey } from '../../platform/secret-key.ts'
import { controlOfFolder } from '../control/control-address.ts'
import type { StartOptions } from '../options/start-options.ts'

/** Options that name the platform of a command for operators. */
export interface AdministrationOptions
  extends Pick<
    StartOptions,
    'data' | 'databaseUrl' | 'filesUrl' | 'secretKeyFile' | 'publicUrl' | 'port' | 'settings' | 'mailDir'
  > {
  /** Address of a running platform; null for the one of the data folder. */
  server: string | null
  /** The operator's key; null for the one that the platform of the data folder announced. */
  key: string | null
}

/** The administration's API, of a platform that runs or of a store that was opened for this command. */
interface Administration {
  readonly api: ApiClient
  close(): Promise<void>
}

/** Tells the platform that a command sends the key, for the operators' log. */
export const COMMAND_HEADERS = { 'x-guildhall-command': '1' }

/**
 * Opens the running platform of the data folder, or the one of `--server`. When none runs, it opens the store itself,
 * on a port of this machine that ends with the command: an operator who is locked out gets in.
 *
 * @throws UserError for a store that cannot be opened, or without a key for `--server`
 */
export async function openAdministration(options: AdministrationOptions): Promise<Administration> {
  const running = await controlOfFolder(options)
  if (running !== null) return { api: apiOf(running.server.origin, running.key), close: async () => undefined }
  const { data, databaseUrl, filesUrl, secretKeyFile, publicUrl, port, settings, mailDir } = options
  // New files below the data folder are for this user only.
  process.umask(0o077)
  const secretKey = await givenSecretKey(secretKeyFile, process.env)
  const platform = await createPlatform({
    data,
    databaseUrl,
    filesUrl,
    ...(secretKey && { secretKey }),
    host: '127.0.0.1',
    port: 0,
    // Links name the address of the platform that will run.
    publicUrl: publicUrl ?? `http://127.0.0.1:${port}`,
    demo: false,
    control: false,
    settings,
    mailDir,
  })
  return { api: apiOf(platform.listen, platform.control.key), close: () => platform.close() }
}

/** Returns the API of a platform for a command that has the operator's key. */
export function apiOf(origin: string, key: string): ApiClient {
  return new ApiClient({ base: `${origin}/api`, authorization: `Bearer ${key}`, headers: COMMAND_HEADERS })
}
