// Fakes and instruments for the tests.
