-- The app runs this script without a transaction.
UPDATE account SET cents = cents * 100;
ALTER TABLE account RENAME COLUMN cents TO hundredths;
