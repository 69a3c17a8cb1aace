"""What applications call: JMS and the MQI."""
