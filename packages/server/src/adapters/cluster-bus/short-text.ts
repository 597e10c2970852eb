/**
 * Frequent parts of the texts of events: names of fields, with the values that they usually have. The place in the list
 * is the mark in the texts of other nodes, so that none is changed or removed. A new one comes at the end, and is
 * written once nodes of the previous version read it.
 */
const PHRASES = [
  '{"hydrated":{"message":{"tts":false,"mention_everyone":false,"mentions":[],"mention_roles":[],' +
    '"attachments":[],"embeds":[],"components":[],"sticker_items":[],"poll":null,"call":null,' +
    '"shared_client_theme":null,"reference":null,"snapshots":[],"interaction_metadata":null,"interaction":null,' +
    '"application_id":null,"webhook":null,"nonce":null,"only_for":null,"thread_id":null,"activity":null,' +
    '"additional_name":null,"metadata":[],"moderation_metadata":[],"webhook_id":null,"type":0,"flags":0,' +
    '"content":',
  '"avatar":null,"banner":null,"accent_color":null,"public_flags":0,"premium_type":0,"locale":null,' +
    '"email":null,"verified":true,"mfa_enabled":false,"authenticator_types":[],"bio":"","primary_guild":null,' +
    '"profile_visibility":0,"allow_dms":true,"friend_sources":14,"provisional_for":null,"deleted":false,"id":"~',
  '"avatar":null,"banner":null,"bio":null,"deaf":false,"mute":false,"flags":0,"pending":false,' +
    '"premium_since":null,"communication_disabled_until":null,"temporary":false,"guild_id":"~',
  '"only_for":null,"thread_id":null,"activity":null,"additional_name":null,"metadata":[],' +
    '"moderation_metadata":[],"webhook_id":null,"type":0,"flags":0,"content":',
  '"primary_guild":null,"profile_visibility":0,"allow_dms":true,"friend_sources":14,"provisional_for":null,' +
    '"deleted":false,"id":"~',
  '"self_deaf":false,"self_mute":false,"self_stream":false,"self_video":false,"suppress":false,' +
    '"request_to_speak_timestamp":null}',
  '"interaction_metadata":null,"interaction":null,"application_id":null,"webhook":null,"nonce":',
  '"sticker_items":[],"poll":null,"call":null,"shared_client_theme":null,"reference":null,"snapshots":[],',
  '{"hydrated":{"message":{"tts":false,"mention_everyone":false,"mentions":[',
  '"banner":null,"accent_color":null,"public_flags":0,"premium_type":0,"locale":',
  '"mentions":[],"mention_roles":[],"attachments":[],"embeds":[],"components":[],',
  '"edited_at":null,"pinned_at":null},"author":{',
  '"verified":true,"mfa_enabled":false,"authenticator_types":[],"bio":"',
  ',"bot":true},"mentioned":[],"members":["~m","~',
  ',"bot":false},"mentioned":[],"members":["~m","~',
  '"attachments":[],"embeds":[],"components":[],',
  '","discriminator":"0","global_name":',
  ',"global_name":null',
  '"]}]},"channelType":0}',
  ',"nick":null,"joined_at":',
  ',"channel_id":"~',
  ',"guild_id":"~',
  ',"author_id":"~',
  ',"user_id":"~',
  ',"roles":["~',
  ',"username":"',
  'message.created - ',
  '","id":"~',
]

/** Returns the character of a phrase: JSON contains none below a blank. A line feed ends the header of a text. */
const markOf = (index: number) => String.fromCharCode(index + (index < 9 ? 1 : 2))
const MARK_OF: ReadonlyMap<string, string> = new Map(PHRASES.map((phrase, index) => [phrase, markOf(index)]))
const PHRASE_OF: ReadonlyMap<string, string> = new Map(PHRASES.map((phrase, index) => [markOf(index), phrase]))
/** One expression for all takes half of the time of a search for each. The longest phrase counts. */
const ALL = new RegExp(
  PHRASES.toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replace(/[[\]{}.]/g, '\\$&'))
    .join('|'),
  'g',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the marks.
const MARKS = /[\x01-\x09\x0b-\x1f]/g

/**
 * Returns a text with a mark instead of each phrase: that of a message is a fifth as long. Compression makes it shorter
 * still, and takes several times as long.
 *
 * @param text JSON, with a header that has no control characters but line feeds
 */
export function shortened(text: string): string {
  return text.replace(ALL, (phrase) => MARK_OF.get(phrase) ?? phrase)
}

/** Returns the text of a shortened one. @throws for a mark that only a newer program writes */
export function lengthened(short: string): string {
  return short.replace(MARKS, (mark) => {
    const phrase = PHRASE_OF.get(mark)
    if (phrase === undefined) throw new Error(`a text contains the unknown mark ${mark.charCodeAt(0)}`)
    return phrase
  })
}
