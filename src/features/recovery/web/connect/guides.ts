import type { StepId, Way } from '../../rules/connections.ts';

/** What each way asks of its owner, step by step, in the words of that shop's own screens. */

export const wayNames: Record<Way, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe Checkout',
  snippet: 'Your own pages',
  api: 'API',
  hub: 'Another shop',
};

interface Guide {
  title: string;
  words: string;
}

export const guides: Record<Way, Partial<Record<StepId, Guide>>> = {
  shopify: {
    address: {
      title: 'Create three webhooks in Shopify',
      words:
        'Settings, Notifications, Webhooks. Format JSON, this URL, for Checkout creation, Checkout update and Order creation.',
    },
    secret: {
      title: 'Paste the signing secret',
      words: 'Shopify shows it below its webhooks. It proves that a call is from your shop.',
    },
    shop: {
      title: 'Hear from Shopify itself',
      words: 'Press “Send test notification” beside one of the webhooks.',
    },
  },
  woocommerce: {
    address: {
      title: 'Create two webhooks in WooCommerce',
      words:
        'Settings, Advanced, Webhooks. Status Active, this URL, API version 3, for Order created and Order updated.',
    },
    secret: {
      title: 'Use one secret on both sides',
      words: 'Type a secret of your own in both webhooks, and the same one here.',
    },
    shop: {
      title: 'Hear from WooCommerce itself',
      words: 'Open any order and press Update. An order that isn’t waiting for payment makes no cart.',
    },
  },
  stripe: {
    address: {
      title: 'Add an endpoint in Stripe',
      words: 'Developers, Webhooks, this URL, with checkout.session.expired and checkout.session.completed.',
    },
    secret: {
      title: 'Paste the signing secret',
      words: 'Stripe shows it on the endpoint’s page. It starts with whsec_.',
    },
    shop: {
      title: 'Hear from Stripe itself',
      words:
        'In test mode, run “stripe trigger checkout.session.completed” or send a test event. What happens in test mode isn’t counted.',
    },
  },
  snippet: {
    shop: {
      title: 'Add the script to your checkout page',
      words:
        "Put data-recovery on its form and a checkbox named reminders in it. To test, run recovery('test') in that page’s console.",
    },
  },
  api: {
    shop: {
      title: 'Call the API with your key',
      words:
        'Make a key for carts in your dashboard and put it into this line. The test flag keeps it from being counted.',
    },
  },
  hub: {
    shop: {
      title: 'Send a signed call from your server',
      words: 'Sign as Standard Webhooks defines. This line does it in a terminal.',
    },
  },
};

export const testGuide: Guide = {
  title: 'Send a test event',
  words: 'It goes the whole way of a real cart, signed. It isn’t counted, and nobody gets an email.',
};
