import { getBotGateway } from './get-bot-gateway.ts'
import { getGateway } from './get-gateway.ts'

export const gatewayOperations = [getBotGateway, getGateway]
