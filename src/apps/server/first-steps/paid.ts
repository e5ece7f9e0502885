import { Problem } from '#base/problem.ts';
import { paymentsApi } from '#features/payments/rules/contract.ts';
import { type PayPalKeys, provePayPal } from '#features/payments/server/public.ts';
import type { Asked, DeskField, Done } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { KeptSettings } from './settings.ts';
import type { Step, StepState } from './step.ts';

interface Parts {
  platform: Pick<Platform, 'config' | 'origin' | 'clock' | 'restart'>;
  kept: KeptSettings;
  /** Where PayPal is asked; for tests. */
  emulator?: string | undefined;
}

const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_ENV'];

/** How buyers pay. The keys are tried at PayPal before they are kept. */
export function paidStep({ platform, kept, emulator }: Parts): Step {
  const { config, origin, clock } = platform;
  const { settingsFrom } = config;
  const restartActs = platform.restart ? ['restart'] : [];
  // The stand-in that takes test payments is no payment service.
  const inUse = config.paypal?.emulator === undefined ? config.paypal : undefined;
  const isWaiting = () =>
    kept.waits('paypal', {
      ...(inUse && {
        PAYPAL_CLIENT_ID: inUse.clientId,
        PAYPAL_CLIENT_SECRET: inUse.clientSecret,
        PAYPAL_WEBHOOK_ID: inUse.webhookId ?? '',
        // Left out, it is the sandbox.
        PAYPAL_ENV: kept.read()['PAYPAL_ENV'] ? inUse.environment : '',
      }),
    });
  const noticesAt = () => origin() + paymentsApi.webhook;

  function keysOf(form: Asked): PayPalKeys {
    const clientId = (form['clientId'] ?? '').trim();
    const clientSecret = (form['secretKey'] ?? '').trim();
    const missing = {
      ...(clientId === '' && { clientId: 'Copy it from PayPal.' }),
      ...(clientSecret === '' && { secretKey: 'Copy it from PayPal.' }),
    };
    if (Object.keys(missing).length > 0)
      throw new Problem('bad_request', 'Nothing was saved.', { fields: missing });
    return {
      clientId,
      clientSecret,
      webhookId: (form['webhookId'] ?? '').trim(),
      environment: form['environment'] === 'production' ? 'production' : 'sandbox',
    };
  }

  const fields = (): DeskField[] => {
    const now = kept.read();
    return [
      { name: 'was', label: '', kind: 'hidden', value: kept.mark() },
      {
        name: 'environment',
        label: 'For',
        value: now['PAYPAL_ENV'] ?? 'production',
        options: [
          { value: 'production', label: 'Real payments (Live)' },
          { value: 'sandbox', label: 'Test payments (Sandbox)' },
        ],
      },
      { name: 'clientId', label: 'Client ID', value: now['PAYPAL_CLIENT_ID'] ?? '' },
      {
        name: 'secretKey',
        label: 'Secret',
        kind: 'secret',
        hint: 'Both are at developer.paypal.com, under Apps & Credentials. It is never shown again.',
      },
      {
        name: 'webhookId',
        label: 'Webhook ID',
        value: now['PAYPAL_WEBHOOK_ID'] ?? '',
        hint: `Of a webhook in the same app, for all events, that goes to ${noticesAt()}`,
      },
    ];
  };

  return {
    id: 'paid',
    title: 'How you are paid',
    lead: 'Buyers pay by PayPal or by card through PayPal, into your own account. The hub needs the keys of an app there.',
    async read(): Promise<StepState> {
      const source: [string, string] = [
        'Set in',
        { environment: 'the hub’s environment', kept: kept.file, nowhere: 'nowhere yet' }[
          settingsFrom.paypal
        ],
      ];
      const acts =
        settingsFrom.paypal === 'environment'
          ? []
          : ['paypal', ...(names.some((name) => kept.read()[name]) ? ['forget-paypal'] : [])];
      const facts: StepState['facts'] = [
        [
          'In use now',
          inUse ? `PayPal, ${inUse.environment}` : config.live ? 'nothing' : 'test payments of this hub',
        ],
        source,
        ...(settingsFrom.paypal === 'environment'
          ? [['To change them', `${names.join(', ')} where the hub is started`] as [string, string]]
          : []),
      ];
      if (isWaiting())
        return {
          isDone: false,
          words: 'changed, but not in use yet',
          advice: kept.toUse,
          facts,
          acts: [...restartActs, ...acts],
        };
      if (!inUse)
        return {
          isDone: false,
          words: 'test money only: nobody can pay you yet',
          advice: 'Enter the keys of your PayPal app.',
          facts,
          acts,
        };
      if (inUse.environment === 'sandbox')
        return {
          isDone: false,
          words: 'PayPal sandbox: no real payments',
          advice: 'To sell, enter the keys for real payments.',
          facts,
          acts,
        };
      return inUse.webhookId
        ? { isDone: true, words: 'PayPal, with a webhook', facts, acts }
        : {
            isDone: false,
            words: 'PayPal without a webhook',
            advice: 'Create one in the PayPal app and give its ID: refunds and late payments are told by it.',
            facts,
            acts,
          };
    },
    acts: [
      {
        name: 'paypal',
        // Whoever changes these takes the money, or the mails.
        isGrave: true,
        label: 'Enter PayPal keys',
        button: 'Test and save',
        ask: async () => ({
          words: `They are tested with PayPal first. What works is saved in ${kept.file}, which only the hub’s own user can read. ${kept.toUse}`,
          fields: fields(),
        }),
        async act(_id, form): Promise<Done> {
          const keys = keysOf(form);
          const told = await provePayPal(keys, noticesAt(), clock, emulator);
          await kept.keep(
            'paypal',
            {
              PAYPAL_ENV: keys.environment,
              PAYPAL_CLIENT_ID: keys.clientId,
              PAYPAL_CLIENT_SECRET: keys.clientSecret,
              ...(keys.webhookId && { PAYPAL_WEBHOOK_ID: keys.webhookId }),
            },
            form['was'] ?? '',
          );
          return {
            words: ['PayPal accepts these keys. They are saved.', ...told, kept.toUse].join(' '),
            after: { for: keys.environment, keys: 'changed' },
          };
        },
      },
      {
        name: 'forget-paypal',
        isGrave: true,
        label: 'Remove the keys',
        ask: async () => ({
          words: `PayPal’s keys are removed from ${kept.file}. ${kept.toUse}`,
          fields: [],
        }),
        act: () => kept.forget('paypal'),
      },
    ],
  };
}
