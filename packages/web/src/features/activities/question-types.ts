import type { ConsentInstall, RpcApplication, SharedInteraction, SharedLink } from '@guildhall/local-client/rpc'

/** Place in which the activity runs. */
interface InPlace {
  readonly application: RpcApplication
  readonly channelId: string
  readonly guildId: string | null
}

/** Question of an activity to the person, by the dialog that shows it. */
export type ActivityQuestion =
  | {
      readonly kind: 'consent'
      readonly application: RpcApplication
      readonly scopes: readonly string[]
      readonly install: ConsentInstall | null
    }
  | { readonly kind: 'link'; readonly application: RpcApplication; readonly url: string }
  | ({ readonly kind: 'invite' } & InPlace)
  | ({ readonly kind: 'moment'; readonly mediaUrl: string } & InPlace)
  | ({ readonly kind: 'share-link'; readonly link: SharedLink } & InPlace)
  | ({ readonly kind: 'share-interaction'; readonly interaction: SharedInteraction } & InPlace)
  | { readonly kind: 'upload'; readonly application: RpcApplication }
  | { readonly kind: 'purchase'; readonly application: RpcApplication; readonly skuId: string }
  | ({ readonly kind: 'invite-user'; readonly userId: string; readonly content: string | null } & InPlace)

/** Question of one kind. */
export type QuestionOf<K extends ActivityQuestion['kind']> = Extract<ActivityQuestion, { readonly kind: K }>

/** Properties of the dialog for one kind of question. `onDone()` dismisses it. */
export interface QuestionProps<K extends ActivityQuestion['kind'], T = unknown> {
  readonly question: QuestionOf<K>
  readonly onDone: (result?: T) => void
}
