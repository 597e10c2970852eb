import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Forms of texts, as the first byte of their bytes. A form never changes its meaning: other nodes read it. */
const PLAIN = 0
const DEFLATED = 1

/**
 * Frequent parts of the texts of events, for the form 1: most of a text is names of fields. The most frequent ones
 * stand at the end. Another dictionary is another form, which nodes write once the previous version reads it.
 */
const DICTIONARY = Buffer.from(
  'message.updated message.deleted reaction.added reaction.removed member.added member.updated member.removed ' +
    'role.created role.updated channel.created channel.updated thread.created interaction.created ' +
    'relationship.changed lobby.member-added voice-state.changed session-presence.changed - ' +
    '{"userId":"~1","sessionId":"","presence":{"status":"online","activities":[],"clientStatus":"desktop",' +
    '"state":{"guild_id":"~1","channel_id":"~1","user_id":"~1","session_id":"","deaf":false,"mute":false,' +
    '"self_deaf":false,"self_mute":false,"self_stream":false,"self_video":false,"suppress":false,' +
    '"request_to_speak_timestamp":null},"channelId":"~1","guildId":"~1","messageId":"~1","emoji":{"id":null,"name":"' +
    'message.created - 1500\n{"hydrated":{"message":{"tts":false,"mention_everyone":false,"mentions":[],' +
    '"mention_roles":[],"attachments":[],"embeds":[],"components":[],"sticker_items":[],"poll":null,"call":null,' +
    '"shared_client_theme":null,"reference":null,"snapshots":[],"interaction_metadata":null,"interaction":null,' +
    '"application_id":null,"webhook":null,"nonce":null,"only_for":null,"thread_id":null,"activity":null,' +
    '"additional_name":null,"metadata":[],"moderation_metadata":[],"webhook_id":null,"type":0,"flags":0,"content":"",' +
    '"id":"~1","channel_id":"~1","guild_id":"~1","author_id":"~1","edited_at":null,"pinned_at":null},"author":{' +
    '"avatar":null,"banner":null,"accent_color":null,"public_flags":0,"premium_type":0,"locale":null,"email":null,' +
    '"verified":true,"mfa_enabled":false,"authenticator_types":[],"bio":"","primary_guild":null,' +
    '"profile_visibility":0,"allow_dms":true,"friend_sources":14,"provisional_for":null,"deleted":false,"id":"~1",' +
    '"username":"","discriminator":"0","global_name":null,"bot":true},"mentioned":[],"members":["~m","~1",{' +
    '"avatar":null,"banner":null,"bio":null,"deaf":false,"mute":false,"flags":0,"pending":false,' +
    '"premium_since":null,"communication_disabled_until":null,"temporary":false,"guild_id":"~1","user_id":"~1",' +
    '"nick":null,"joined_at":1,"roles":["~1"]}]},"channelType":0}',
)

/** Texts that are shorter gain less than they cost. */
const DEFLATED_MIN = 200
const TEXT_BYTES_MAX = 64 * 1024 * 1024
/** A small window and small tables: to prepare the usual ones takes longer than to compress a text. */
const DEFLATE = { level: 1, windowBits: 12, memLevel: 4, dictionary: DICTIONARY }
const INFLATE = { windowBits: 12, dictionary: DICTIONARY, maxOutputLength: TEXT_BYTES_MAX, chunkSize: 4_096 }

/** Returns the bytes of a text, usually a sixth of it for one event. */
export function deflateText(text: string): Buffer {
  if (text.length < DEFLATED_MIN) return Buffer.concat([Buffer.of(PLAIN), Buffer.from(text)])
  return Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(text, DEFLATE)])
}

/** Returns the text of bytes that `deflateText` made. @throws for other bytes */
export function inflateText(bytes: Buffer): string {
  const content = bytes.subarray(1)
  if (bytes[0] === PLAIN) return content.toString()
  if (bytes[0] !== DEFLATED) throw new Error(`a text has the unknown form ${bytes[0]}`)
  return inflateRawSync(content, INFLATE).toString()
}
