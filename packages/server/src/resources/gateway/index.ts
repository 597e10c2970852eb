import { getBotGateway } from './operations/get-bot-gateway.ts'
import { getGateway } from './operations/get-gateway.ts'

export const gatewayOperations = [getGateway, getBotGateway]
