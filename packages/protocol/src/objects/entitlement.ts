import { type Static, Type } from 'typebox'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const SkuObject = Type.Object(
  {
    id: Id,
    type: Int,
    application_id: Id,
    name: Text,
    slug: Text,
    flags: Int,
    dependent_sku_id: optionalNullable(Id),
    manifest_labels: optionalNullable(Type.Array(Text)),
    access_type: optional(Int),
    features: optional(Type.Array(Int)),
    release_date: optionalNullable(Time),
    premium: optional(Flag),
    show_age_gate: optional(Flag),
  },
  { title: 'Sku' },
)
export type SkuObject = Static<typeof SkuObject>

export const EntitlementObject = Type.Object(
  {
    id: Id,
    sku_id: Id,
    application_id: Id,
    user_id: optional(Id),
    type: Int,
    deleted: Flag,
    starts_at: nullable(Time),
    ends_at: nullable(Time),
    guild_id: optionalNullable(Id),
    consumed: optional(Flag),
    subscription_id: optional(Id),
    fulfilled_at: optionalNullable(Time),
    fulfillment_status: optionalNullable(Int),
    gifter_user_id: optionalNullable(Id),
    parent_id: optionalNullable(Id),
    promotion_id: optionalNullable(Id),
    gift_code_flags: optional(Int),
  },
  { title: 'Entitlement' },
)
export type EntitlementObject = Static<typeof EntitlementObject>

export const SubscriptionObject = Type.Object(
  {
    id: Id,
    user_id: Id,
    sku_ids: Type.Array(Id),
    entitlement_ids: Type.Array(Id),
    renewal_sku_ids: nullable(Type.Array(Id)),
    current_period_start: Time,
    current_period_end: Time,
    status: Int,
    canceled_at: nullable(Time),
    country: optional(Text),
  },
  { title: 'Subscription' },
)
export type SubscriptionObject = Static<typeof SubscriptionObject>
