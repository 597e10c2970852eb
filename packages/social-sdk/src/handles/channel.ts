import { ChannelType } from '../enums/index.ts'
import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'

/** Values that a ChannelHandle shows. */
export interface ChannelView {
  readonly id: bigint
  readonly name: string
  readonly recipients: bigint[]
  readonly type: ChannelType
}

const channelFields = handle<ChannelView>({
  id: 0n,
  name: '',
  recipients: [],
  type: ChannelType.GuildText,
})

/** A direct message channel or the channel of a lobby. */
export class ChannelHandle extends Handle<ChannelView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: ChannelHandle = nullOf(ChannelHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: ChannelHandle) {
    super(channelFields, other)
  }

  /** Returns the id of the channel. */
  Id(): bigint {
    return channelFields.view(this).id
  }

  /** Returns the name of the channel. */
  Name(): string {
    return channelFields.view(this).name
  }

  /** Returns the ids of the other users of a direct message channel. Empty for lobbies. */
  Recipients(): bigint[] {
    return [...channelFields.view(this).recipients]
  }

  /** Returns the type of the channel. */
  Type(): ChannelType {
    return channelFields.view(this).type
  }
}
