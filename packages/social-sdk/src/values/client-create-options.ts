import type { AudioBackend } from '../audio-backend.ts'
import { AudioSystem } from '../enums/index.ts'
import { type Check, enumeration, flag, type Kind, optional, text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const isFunction: Check = {
  expects: 'a function',
  fault: (value) => (typeof value === 'function' ? undefined : 'type'),
}

const isPlatform: Check = {
  expects: "'desktop' or 'mobile'",
  fault: (value) => (value === 'desktop' || value === 'mobile' ? undefined : 'type'),
}

const isBackend: Check = {
  expects: 'an AudioBackend',
  fault: (value) => (typeof value === 'object' ? undefined : 'type'),
}

const fields = struct(
  {
    webBase: text,
    apiBase: text,
    experimentalAudioSystem: enumeration<AudioSystem>(AudioSystem.Standard),
    experimentalAndroidPreventCommsForBluetooth: flag,
    cpuAffinityMask: optional(uint64),
    ca: optional(text),
    openUrl: optional({ ...isFunction, initial: () => {} } as Kind<(url: string) => void>),
    audioBackend: optional({ ...isBackend, initial: null } as unknown as Kind<AudioBackend>),
    platform: { ...isPlatform, initial: 'desktop' } as Kind<'desktop' | 'mobile'>,
    redirectUri: optional(text),
  },
  'ClientCreateOptions',
)

/** Options of a Client. The properties that begin with a small letter are those that C++ does not have. */
export class ClientCreateOptions extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ClientCreateOptions = nullOf(ClientCreateOptions)

  /** @param other object that is copied */
  constructor(other?: ClientCreateOptions) {
    super(fields, other)
  }

  /** Returns the address of the web app; empty for that of `GUILDHALL_SERVER`, else `http://127.0.0.1:7700`. */
  WebBase(): string {
    return fields.get(this, 'webBase')
  }

  /** Sets the address of the web app, whose pages people sign in on. */
  SetWebBase(value: string): void {
    fields.set(this, 'webBase', value)
  }

  /** Returns the address of the HTTP API; empty for `/api/v10` below the web app. */
  ApiBase(): string {
    return fields.get(this, 'apiBase')
  }

  /** Sets the address of the HTTP API. It is used as it is. */
  SetApiBase(value: string): void {
    fields.set(this, 'apiBase', value)
  }

  /** Returns the audio system. */
  ExperimentalAudioSystem(): AudioSystem {
    return fields.get(this, 'experimentalAudioSystem')
  }

  /** Sets the audio system. `audioBackend` decides here; the value is kept for games that were ported. */
  SetExperimentalAudioSystem(value: AudioSystem): void {
    fields.set(this, 'experimentalAudioSystem', value)
  }

  /** Returns whether Android keeps Bluetooth headsets out of the mode for calls. */
  ExperimentalAndroidPreventCommsForBluetooth(): boolean {
    return fields.get(this, 'experimentalAndroidPreventCommsForBluetooth')
  }

  /** Sets whether Android keeps Bluetooth headsets out of the mode for calls. The value is kept and has no effect. */
  SetExperimentalAndroidPreventCommsForBluetooth(value: boolean): void {
    fields.set(this, 'experimentalAndroidPreventCommsForBluetooth', value)
  }

  /** Returns the processors that threads of the library should use. Since 1.6. */
  CpuAffinityMask(): bigint | null {
    return fields.get(this, 'cpuAffinityMask')
  }

  /** Sets the processors that threads of the library should use. It is a hint, and has no effect here. */
  SetCpuAffinityMask(value: bigint | null | undefined): void {
    fields.set(this, 'cpuAffinityMask', value)
  }

  /** Certificates (PEM) of a private authority that the Client trusts besides those of the runtime; null for none. */
  get ca(): string | null {
    return fields.get(this, 'ca')
  }

  set ca(value: string | null | undefined) {
    fields.set(this, 'ca', value)
  }

  /** Opens a page for the player. Null: `$BROWSER`, else the browser of the system. */
  get openUrl(): ((url: string) => void) | null {
    return fields.get(this, 'openUrl')
  }

  set openUrl(value: ((url: string) => void) | null | undefined) {
    fields.set(this, 'openUrl', value)
  }

  /** Source and target of sound. Null: a silent backend. */
  get audioBackend(): AudioBackend | null {
    return fields.get(this, 'audioBackend')
  }

  set audioBackend(value: AudioBackend | null | undefined) {
    fields.set(this, 'audioBackend', value)
  }

  /** Kind of device. On `mobile`, Authorize redirects to a custom scheme, which comes back by `handleUrl`. */
  get platform(): 'desktop' | 'mobile' {
    return fields.get(this, 'platform')
  }

  set platform(value: 'desktop' | 'mobile') {
    fields.set(this, 'platform', value)
  }

  /** Address of the game's own that Authorize redirects to, in place of a server on 127.0.0.1. Browsers need it. */
  get redirectUri(): string | null {
    return fields.get(this, 'redirectUri')
  }

  set redirectUri(value: string | null | undefined) {
    fields.set(this, 'redirectUri', value)
  }
}
