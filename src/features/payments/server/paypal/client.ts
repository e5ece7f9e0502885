export interface PayPalClient { merchantWords: string }
