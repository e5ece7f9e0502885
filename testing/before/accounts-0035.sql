-- Accounts as better-auth wrote them, at step 0035: src/features/accounts/server/upgrade.test.ts brings them up to now.
-- The passwords are meadow-lantern-otter; keys are those of testing/platform.ts.
insert into account_user (id, name, email, email_verified, created_at, updated_at) values
  ('usr_3grcqfhnmwefv37mtqwn', 'Ada', 'ada@example.com', true, now() + interval '0 s', now() + interval '0 s'),
  ('usr_ev9dqdxmrm8rgn4b493c', 'Grace Test', 'grace@example.com', true, now() + interval '0 s', now() + interval '0 s'),
  ('usr_y07wwpftkxfx9xnqsjdj', 'Eve', 'eve@example.com', false, now() + interval '1 s', now() + interval '1 s');
insert into account_login (id, user_id, provider_id, account_id, password, created_at, updated_at) values
  ('b4nrhs6eyn2h4fdc2zf8wxmv', 'usr_3grcqfhnmwefv37mtqwn', 'credential', 'usr_3grcqfhnmwefv37mtqwn', 'scrypt$15$8$3$iu9hAMUUsJFBE5OWG5kH1g$FgRdijsldtF8Zd3iH9er5c4xhdVT8InbXmNrERnieZ8', now() + interval '0 s', now() + interval '0 s'),
  ('t3x0t3yqhsc3p5tzkvv7krqh', 'usr_ev9dqdxmrm8rgn4b493c', 'oidc', 'http://127.0.0.1:39511 test-grace', null, now() + interval '0 s', now() + interval '0 s'),
  ('m510bjckq89z36azjgmssasc', 'usr_y07wwpftkxfx9xnqsjdj', 'credential', 'usr_y07wwpftkxfx9xnqsjdj', 'scrypt$15$8$3$N_0XCnfx_AOAVa9zlZ6ijw$mhMplUThksxQy948WhGoKc2vrnqT9DF4W9w-_znxcr4', now() + interval '1 s', now() + interval '1 s');
insert into account_session (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at) values
  ('ses_rrw0sd1dthfyzdzchdyf', 'usr_3grcqfhnmwefv37mtqwn', 'indwKr4bMkrZcriHg3Smp2vgyJ3ogD2L', now() + interval '2592000 s', '', '', now() + interval '0 s', now() + interval '0 s'),
  ('ses_tqqsvxetjmnabqkdnjrz', 'usr_ev9dqdxmrm8rgn4b493c', 'ayVBfIS7m9ONMDoAByTWvidjHB1QLehz', now() + interval '2592000 s', '', '', now() + interval '0 s', now() + interval '0 s'),
  ('ses_rxxr5ps8ta3cmnfad0dz', 'usr_y07wwpftkxfx9xnqsjdj', 'bQ4C7ZGuDdKS023ss6qLb3tCtKXMMz4M', now() + interval '2592001 s', '', '', now() + interval '1 s', now() + interval '1 s');
insert into account_verification (id, identifier, value, expires_at, created_at, updated_at) values
  ('jmdfhnkbvnx5ht9hj176grqa', 'FIepZrVj-OmwO85XchtqZNELGKd6vqj7l5bdOD3NLWU', 'usr_y07wwpftkxfx9xnqsjdj eve@example.com', now() + interval '86401 s', now() + interval '1 s', now() + interval '1 s'),
  ('bhdtyg92k2mhcwetzymmenws', '5411QQ0Xe07uKtAIByiaVX-xW3g1PwElKRkcIA0a3Ps', 'usr_3grcqfhnmwefv37mtqwn', now() + interval '3601 s', now() + interval '1 s', now() + interval '1 s');
insert into account_factor (owner_id, sealed, confirmed_at, last_step, recovery, created_at) values
  ('usr_3grcqfhnmwefv37mtqwn', 'O5jX4EqhV_LHQNo42OJ1WFY4cgFaA_LaRH4zGd0FkNMRoJUFEqvLiqnXJB0BP-_K', now() + interval '0 s', 0, array['p3hXXvhoZ6lPhbjJkszSbelrzQGmcFWo2BO_dcI9H1c','mskn_PRAb1VT3AXOJyrPVBeuIAvjFmgKqD6NXCkLVnI','RvfmPKBWgnkfJTCwZttbhZWCygdZ2v7AvkIpjp4Ms24','xTYQZg_hHdO5eAmTcJh_sOcNhdfb1NaTd0BBHme72Z0','rPF2dtwYq_ohpPOmXRT8n64gwu5pZ9mqDirF4x4-fxI','MJcUyLe3WRLw273rMmsjUygJx4gQi-ZfzvPx3vKF_sI','CyhOFGZAXMDD4yvNwaPCnOFewFt6Oo7-DPkb_7p0ynI','UqFfMNwpK2EU6unYX2uW48GRCRPo40cQJfTQa_OtE00'], now() + interval '0 s');
insert into account_profile (owner_id, is_subscribed, purchased_templates, ai_usage_count, ai_usage_month, created_at) values
  ('usr_3grcqfhnmwefv37mtqwn', false, '[]', 0, 10, now() + interval '0 s'),
  ('usr_y07wwpftkxfx9xnqsjdj', false, '[]', 0, 10, now() + interval '1 s');
