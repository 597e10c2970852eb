import { keepLogFile } from '#runtime'
import { DEFAULT_AUDIO_DEVICE_ID } from '../../audio-backend.ts'
import type {
  LogCallback,
  OnStatusChanged,
  OpenConnectedGamesSettingsInDiscordCallback,
} from '../../callbacks/types.ts'
import { EnumToString } from '../../enums/enum.ts'
import { ClientError, ClientStatus, ClientThread, type LoggingSeverity } from '../../enums/index.ts'
import { UserHandle } from '../../handles/user.ts'
import { callback, int32, requiredCallback, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { VERSION } from '../../version.ts'
import { act, ClientBase, type Given, type Once, once, read, setHandler } from '../base.ts'

const LOG_FILE = 'discord.log'
const VOICE_LOG_FILE = 'discord-webrtc_0'
/** Name of the log of calls of the run before. */
const VOICE_LOG_FILE_BEFORE = 'discord-last-webrtc_0'

/** Version, log and connection. */
export abstract class CoreMethods extends ClientBase {
  /** Returns the name of an error; `unknown` for a number without one. */
  static ErrorToString(type: ClientError): string {
    return EnumToString(ClientError, type)
  }

  /** Returns the id of SetApplicationId, or the one that the connection named; 0n before. */
  GetApplicationId(): bigint {
    return read(this, 0n, ({ context }) => context.applicationId)
  }

  /**
   * Returns the user who is signed in; a handle that is not valid before Ready.
   * @deprecated Use GetCurrentUserV2, which returns null.
   */
  GetCurrentUser(): UserHandle {
    return read(this, UserHandle.nullobj, ({ context, online }) => {
      context.log.deprecated('GetCurrentUser', 'GetCurrentUserV2 returns null without a user')
      return online?.users.current() ?? UserHandle.nullobj
    })
  }

  /** Returns the id of the system's default device. */
  static GetDefaultAudioDeviceId(): string {
    return DEFAULT_AUDIO_DEVICE_ID
  }

  /** Returns the scopes for all of the library: `openid sdk.social_layer`. */
  static GetDefaultCommunicationScopes(): string {
    return 'openid sdk.social_layer'
  }

  /** Returns the scopes for friends and presence: `openid sdk.social_layer_presence`. */
  static GetDefaultPresenceScopes(): string {
    return 'openid sdk.social_layer_presence'
  }

  /** Returns the hash that identifies the build. */
  static GetVersionHash(): string {
    return VERSION.hash
  }

  /** Returns the first number of the version of the surface: 1. */
  static GetVersionMajor(): number {
    return VERSION.major
  }

  /** Returns the second number of the version of the surface: 10. */
  static GetVersionMinor(): number {
    return VERSION.minor
  }

  /** Returns the number of the build. */
  static GetVersionPatch(): number {
    return VERSION.patch
  }

  /** Sets the time limit of each later request in milliseconds; 30000 at first. */
  SetHttpRequestTimeout(httpTimeoutInMilliseconds: number): void {
    act(this, ({ context }) => {
      context.requests.timeoutMs = Math.max(0, httpTimeoutInMilliseconds)
    })
  }

  /** Returns the name of a status; `unknown` for a number without one. */
  static StatusToString(type: ClientStatus): string {
    return EnumToString(ClientStatus, type)
  }

  /** Returns the name of a thread; `unknown` for a number without one. */
  static ThreadToString(type: ClientThread): string {
    return EnumToString(ClientThread, type)
  }

  /** Adds a handler for lines of the log of a severity and above. Lines of calls go to AddVoiceLogCallback. */
  AddLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    act(this, ({ context }) => context.log.add(callback, minSeverity))
  }

  /** Adds a handler for lines of the log of calls. */
  AddVoiceLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    act(this, ({ context }) => context.voiceLog.add(callback, minSeverity))
  }

  /**
   * Connects with the token of UpdateToken. The status callback reports the progress; methods work from
   * Ready on. A loss is followed by further attempts without end. An activity that the local client shows is
   * removed.
   */
  Connect(): void {
    act(this, ({ session, localClient }) => {
      session.connect()
      if (session.status !== ClientStatus.Disconnected) void localClient.setActivity(null)
    })
  }

  /** Ends the connection. It has ended when the status is Disconnected. */
  Disconnect(): void {
    act(this, ({ session }) => session.disconnect())
  }

  /** Returns the status of the connection. */
  GetStatus(): ClientStatus {
    return read(this, ClientStatus.Disconnected, ({ session }) => session.status)
  }

  /**
   * Opens the page on which the player manages connected games: in the local client, else by `openUrl`. It
   * does nothing before Ready and for provisional accounts.
   */
  OpenConnectedGamesSettingsInDiscord(
    callback?: Given<OpenConnectedGamesSettingsInDiscordCallback>,
  ): Once<OpenConnectedGamesSettingsInDiscordCallback> {
    return once(this, callback, [], async ({ online }) => {
      await online?.pages.showConnectedGames()
      return []
    })
  }

  /** Sets the id of the game for methods that work without Connect. Connect sets it too. */
  SetApplicationId(applicationId: bigint): void {
    act(this, ({ context, localClient }) => {
      context.applicationId = applicationId
      localClient.refresh()
    })
  }

  /**
   * Writes the log to `discord.log` in a folder, which it empties first. An empty path means the
   * library's own folder, the severity None for no file.
   * @returns false if the file cannot be opened
   */
  SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    return read(this, false, ({ context }) => context.log.useFolder(path, LOG_FILE, minSeverity))
  }

  /** Sets the handler that is called when the status of the connection changes; null removes it. */
  SetStatusChangedCallback(cb: Given<OnStatusChanged>): void {
    setHandler(this, 'statusChanged', cb)
  }

  /**
   * Writes the log of calls to `discord-webrtc_0` in a folder. Files of earlier runs keep their content as
   * `discord-last-webrtc_0`.
   */
  SetVoiceLogDir(path: string, minSeverity: LoggingSeverity): void {
    act(this, ({ context }) => {
      keepLogFile(path, VOICE_LOG_FILE, VOICE_LOG_FILE_BEFORE)
      context.voiceLog.useFolder(path, VOICE_LOG_FILE, minSeverity)
    })
  }
}

declareParameters(CoreMethods, {
  ErrorToString: { type: int32 },
  SetHttpRequestTimeout: { httpTimeoutInMilliseconds: int32 },
  StatusToString: { type: int32 },
  ThreadToString: { type: int32 },
  AddLogCallback: { callback: requiredCallback, minSeverity: int32 },
  AddVoiceLogCallback: { callback: requiredCallback, minSeverity: int32 },
  OpenConnectedGamesSettingsInDiscord: { callback: callback },
  SetApplicationId: { applicationId: uint64 },
  SetLogDir: { path: text, minSeverity: int32 },
  SetStatusChangedCallback: { cb: callback },
  SetVoiceLogDir: { path: text, minSeverity: int32 },
})
