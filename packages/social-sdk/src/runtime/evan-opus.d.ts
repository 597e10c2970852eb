// The package describes its types where its `exports` do not lead.
declare module '@evan/opus' {
  interface Options {
    channels: 1 | 2
    sample_rate: 48_000
  }
  export class Encoder {
    constructor(options: Options & { application: 'voip' | 'audio' })
    encode(pcm: ArrayBufferView): Uint8Array
  }
  export class Decoder {
    constructor(options: Options)
    decode(frame: ArrayBufferView): Uint8Array
  }
}
