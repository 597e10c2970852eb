import { type AudioBackend, DEFAULT_AUDIO_DEVICE_ID, type Device, SILENT_DEVICES } from '../../audio-backend.ts'
import { invalid } from '../../result.ts'
import { AudioDevice, makeAudioDevice } from '../../values/audio-device.ts'

/** The devices of one direction, and the one that the game chose. */
export class DeviceChoice {
  readonly #list: () => readonly Device[]
  #chosen = DEFAULT_AUDIO_DEVICE_ID

  /** @param list returns the devices that exist now */
  constructor(list: () => readonly Device[]) {
    this.#list = list
  }

  /** Returns the devices that exist now. */
  all(): AudioDevice[] {
    return this.#list().map(deviceOf)
  }

  /** Returns the device in use; one that is not valid if there is none. */
  current(): AudioDevice {
    const device = this.#current()
    return device ? deviceOf(device) : AudioDevice.nullobj
  }

  /** Returns the id of the device in use; null if there is none. */
  currentId(): string | null {
    return this.#current()?.id ?? null
  }

  /** Chooses a device. @throws ResultFailure ValidationError for an unknown one */
  choose(id: string): void {
    if (id !== DEFAULT_AUDIO_DEVICE_ID && !this.#list().some((device) => device.id === id))
      throw invalid('There is no device with that id.')
    this.#chosen = id
  }

  /** The chosen device, else the default one: a device may be unplugged. */
  #current(): Device | undefined {
    const devices = this.#list()
    return devices.find(({ id }) => id === this.#chosen) ?? devices.find(({ isDefault }) => isDefault) ?? devices.at(0)
  }
}

/** The devices of both directions. */
export interface Devices {
  readonly input: DeviceChoice
  readonly output: DeviceChoice
}

/** Returns the devices of a backend; null for the silent one. */
export function devicesOf(backend: AudioBackend | null): Devices {
  return {
    input: new DeviceChoice(() => backend?.inputs() ?? SILENT_DEVICES),
    output: new DeviceChoice(() => backend?.outputs() ?? SILENT_DEVICES),
  }
}

function deviceOf({ id, name, isDefault }: Device): AudioDevice {
  return makeAudioDevice({ id, name, isDefault })
}
